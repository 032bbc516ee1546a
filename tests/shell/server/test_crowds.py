"""Many strangers who connect at once do not delay players at tables."""

import asyncio

import pytest

from tests.shell.server.kit import HELLO, SOON, frame, raw, serving

MANY = 60
"""Fewer than may be half open, and more than are handled during one request of a player."""

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING = bytes([0x89, 0x80, 0, 0, 0, 0])


async def silent(server):
    return await asyncio.open_connection("127.0.0.1", server.port)


@pytest.mark.slow
@pytest.mark.parametrize("says", [UPGRADE, PING], ids=["newcomers", "strangers who ping"])
def test_crowd_of_strangers_does_not_delay_seated_players(says):
    """Regression test: the server once answered all strangers before the player's request."""

    async def scenario():
        async with serving() as server:
            reader, writer = await raw(server)
            writer.write(frame(HELLO))
            assert b"welcome" in await asyncio.wait_for(reader.read(4096), SOON)
            crowd = [await (raw(server) if says == PING else silent(server)) for _ in range(MANY)]
            for _ in range(3 * MANY):  # turns of the loop, which the server shares
                await asyncio.sleep(0)
            answers = [asyncio.create_task(one.read(1)) for one, _ in crowd]
            for _, one in crowd:
                one.write(says)
            writer.write(frame(b'{"type":"here","id":7}'))
            assert b'"re":7' in await asyncio.wait_for(reader.read(4096), SOON)
            assert sum(answer.done() for answer in answers) < MANY // 3
            await asyncio.gather(*answers)
            for _, one in (*crowd, (reader, writer)):
                one.close()

    asyncio.run(asyncio.wait_for(scenario(), 6 * SOON))
