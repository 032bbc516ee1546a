"""Tests of the frame that is sent to a page: the last capture, and whether cards move."""

from audiogames.app.settings import Settings
from audiogames.present.frame import CardShape, Frame, LaidShape, TableShape, TakenShape
from audiogames.shell.browser.drawing import PagePicture
from audiogames.shell.browser.messages import Look, ShowFrame


def test_page_receives_the_last_capture_and_the_motion_setting():
    sent = []
    picture = PagePicture(sent.append)
    taken = TakenShape(1, (LaidShape(None, CardShape("7", "d", "italian", "Seven.")),), number=3)
    picture.show(Frame("Scopa", table=TableShape((), taken=taken)))
    picture.show_look(Settings(motion=False), "en", {})
    frame, look = sent
    assert isinstance(frame, ShowFrame)
    assert frame.frame["table"]["taken"]["number"] == 3
    assert isinstance(look, Look)
    assert not look.motion
