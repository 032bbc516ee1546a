/* A stand-in for NVDA's nvdaControllerClient64.dll, for tests under Wine.

   Each call is appended to the file that FAKE_NVDA names, as one line: the kind, a tab, the text in
   UTF-8.  While the file that FAKE_NVDA_OFF names exists, NVDA is not running.

   Built with -DSSML it is the client of 2024.1, whose speakSsml waits until a text was spoken: here
   two milliseconds a letter. */

#include <stdio.h>
#include <windows.h>

#define API __declspec(dllexport) long __stdcall
#define NOT_RUNNING 1722 /* RPC_S_SERVER_UNAVAILABLE, as the real one answers */
#define LONGEST 16000

static long running(void)
{
    wchar_t path[600];
    if (GetEnvironmentVariableW(L"FAKE_NVDA_OFF", path, 600) &&
        GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES)
        return NOT_RUNNING;
    return 0;
}

static long record(const char *kind, const wchar_t *text)
{
    wchar_t path[600];
    static char utf8[LONGEST], line[LONGEST + 100];
    DWORD length;
    HANDLE file;
    long answer = running();

    if (answer || !GetEnvironmentVariableW(L"FAKE_NVDA", path, 600))
        return answer;
    *utf8 = 0;
    if (text)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, sizeof utf8, 0, 0);
    length = snprintf(line, sizeof line, "%s\t%s\n", kind, utf8);
    file = CreateFileW(path, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, 0, OPEN_ALWAYS,
                       0, 0);
    WriteFile(file, line, length, &length, 0);
    CloseHandle(file);
    return 0;
}

API nvdaController_testIfRunning(void)
{
    return running();
}

API nvdaController_speakText(const wchar_t *text)
{
    return record("speak", text);
}

#ifdef SSML
API nvdaController_speakSsml(const wchar_t *ssml, int symbols, int priority, int asynchronous)
{
    long answer = record("ssml", ssml);
    if (!answer && !asynchronous)
        Sleep(2 * wcslen(ssml));
    return answer;
}
#endif

API nvdaController_cancelSpeech(void)
{
    return record("cancel", 0);
}

API nvdaController_brailleMessage(const wchar_t *text)
{
    return record("braille", text);
}
