/* audiogames.exe and, built with -DCONSOLE, audiogames-console.exe.

   Both start the Python of the folder `runtime` beside them with `-m audiogames`.  The executable's
   name matters: screen readers keep their settings for a program by it.

   Built by tools/packager/windows.py with two numbers:
   PYTHON_DLL  the name of Python's library, L"python311.dll"
   DEEPEST     the length of the longest path below this folder, for the limit of 260 letters

   Setup finds a running program by the mutex, and asks it to end by the event. */

#define COBJMACROS
#include <initguid.h>
#include <stdlib.h>
#include <shobjidl.h>
#include <windows.h>
#include <sapi.h>

#define RUNNING L"Local\\Audiogames.Running"
#define CLOSE_REQUESTED L"Local\\Audiogames.Close"
#define APP_ID L"Audiogames.Audiogames"
#define LONGEST_PATH 259

typedef int (*python_main)(int, wchar_t **);

enum { NO_FOLDER, TOO_DEEP, INCOMPLETE };

static const wchar_t *const ENGLISH[] = {
    L"Audiogames does not find its files. If you started it from within the zip: unpack the whole "
    L"zip into a folder, and start audiogames there.",
    L"The path of this folder is too long for Windows. Move the folder Audiogames somewhere nearer "
    L"to the top, for example into Documents.",
    L"Audiogames cannot start: files of the folder runtime are missing or damaged. Run the setup "
    L"again, or unpack the zip again. Your matches are kept elsewhere and are safe."};

static const wchar_t *const ITALIAN[] = {
    L"Audiogames non trova i suoi file. Se lo hai avviato da dentro lo zip: estrai tutto lo zip in "
    L"una cartella e avvia audiogames da l\u00ec.",
    L"Il percorso di questa cartella \u00e8 troppo lungo per Windows. Sposta la cartella Audiogames "
    L"pi\u00f9 in alto, per esempio in Documenti.",
    L"Audiogames non pu\u00f2 partire: nella cartella runtime mancano dei file o sono rovinati. "
    L"Riesegui l'installazione o estrai di nuovo lo zip. Le tue partite stanno altrove e sono salve."};

DEFINE_GUID(VOICE, 0x96749377, 0x3391, 0x11d2, 0x9e, 0xe3, 0x00, 0xc0, 0x4f, 0x79, 0x73, 0x96);
DEFINE_GUID(SPEAKS, 0x6c44df74, 0x72b9, 0x4992, 0xa1, 0xec, 0xef, 0x99, 0x6e, 0x04, 0x22, 0xd4);

/* Our own voice is not there yet.  Screen readers read a message box; for others Windows does. */
static void speak(const wchar_t *text)
{
    BOOL is_read = FALSE;
    ISpVoice *voice;
    SystemParametersInfoW(SPI_GETSCREENREADER, 0, &is_read, 0);
    if (is_read || FAILED(CoInitialize(0)))
        return;
    if (SUCCEEDED(CoCreateInstance(&VOICE, 0, CLSCTX_ALL, &SPEAKS, (void **)&voice)))
        ISpVoice_Speak(voice, text, SPF_ASYNC | SPF_IS_NOT_XML, 0);
}

static int fail(int reason)
{
    int italian = PRIMARYLANGID(GetUserDefaultUILanguage()) == LANG_ITALIAN;
    const wchar_t *sentence = (italian ? ITALIAN : ENGLISH)[reason];
    speak(sentence);
    MessageBoxW(0, sentence, L"Audiogames", MB_ICONERROR);
    return 1;
}

#ifndef CONSOLE
static BOOL CALLBACK close_window(HWND window, LPARAM unused)
{
    DWORD owner;
    (void)unused;
    GetWindowThreadProcessId(window, &owner);
    if (owner == GetCurrentProcessId() && IsWindowVisible(window))
        PostMessageW(window, WM_CLOSE, 0, 0);
    return TRUE;
}

/* Closing the window saves the match; so setup can replace a running program without loss. */
static DWORD WINAPI close_on_request(LPVOID event)
{
    WaitForSingleObject(event, INFINITE);
    EnumWindows(close_window, 0);
    return 0;
}

static void announce_to_setup(void)
{
    HANDLE event;
    CreateMutexW(0, FALSE, RUNNING);
    event = CreateEventW(0, TRUE, FALSE, CLOSE_REQUESTED);
    if (event)
        CloseHandle(CreateThread(0, 0, close_on_request, event, 0, 0));
    SetCurrentProcessExplicitAppUserModelID(APP_ID);
}
#endif

/* A child of multiprocessing comes as: exe [flags] -c "from multiprocessing.spawn import ..."
   --multiprocessing-fork; it must not get `-m audiogames`. */
static int is_worker(int argc, wchar_t **argv)
{
    return argc > 1 && wcscmp(argv[argc - 1], L"--multiprocessing-fork") == 0;
}

static int run(int argc, wchar_t **argv)
{
    static wchar_t here[32768], library[32768];
    wchar_t **arguments = calloc(argc + 3, sizeof *arguments), *slash;
    DLL_DIRECTORY_COOKIE added;
    HMODULE python;
    python_main start;
    int count = 0, i;

    if (!arguments || !GetModuleFileNameW(0, here, 32000) || !(slash = wcsrchr(here, L'\\')))
        return fail(NO_FOLDER);
    *slash = 0;
    wcscpy(library, here);
    wcscat(library, L"\\runtime");
    if (GetFileAttributesW(library) == INVALID_FILE_ATTRIBUTES)
        return fail(NO_FOLDER);
    if (wcslen(here) + 1 + DEEPEST > LONGEST_PATH)
        return fail(TOO_DEEP);
    /* Libraries that Python's modules load look there too: the C runtime lies in it. */
    added = AddDllDirectory(library);
    (void)added;
    wcscat(library, L"\\" PYTHON_DLL);
    python = LoadLibraryExW(
        library, 0, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
    start = python ? (python_main)(void *)GetProcAddress(python, "Py_Main") : 0;
    if (!start)
        return fail(INCOMPLETE);

    arguments[count++] = argv[0];
    if (!is_worker(argc, argv)) {
        arguments[count++] = L"-m";
        arguments[count++] = L"audiogames";
#ifndef CONSOLE
        announce_to_setup();
#endif
    }
    for (i = 1; i < argc; i++)
        arguments[count++] = argv[i];
    return start(count, arguments);
}

#ifdef CONSOLE
int wmain(int argc, wchar_t **argv)
{
    return run(argc, argv);
}
#else
int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, PWSTR line, int show)
{
    (void)instance, (void)before, (void)line, (void)show;
    return run(__argc, __wargv);
}
#endif
