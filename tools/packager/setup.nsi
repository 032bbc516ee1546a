; The setup for Windows: for one user, so that no administrator is asked.  Built by
; tools/packager/release.py: makensis -DFOLDER=… -DVERSION=… -DOUT=… -DCOMPRESSOR=… setup.nsi
;
; Every page is made of Windows' own controls, which screen readers read; the questions are check
; boxes, since screen readers do not read the ticks of NSIS's own list of components.
;
; /S installs silently, /D=FOLDER elsewhere.  Exit codes: 0 installed, 1 stopped by the player,
; 2 failed; then what was installed before is still there and works.

Unicode true
Target amd64-unicode ; the program has 64 bits only
Name "Audiogames"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Audiogames"
InstallDirRegKey HKCU "Software\Audiogames" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID ${COMPRESSOR}
ManifestDPIAware true

!include MUI2.nsh
!include nsDialogs.nsh
!include LogicLib.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Audiogames"
!define KEY_MAP "audiogames.jkm"
!define JAWS "$APPDATA\Freedom Scientific\JAWS"
!define RUNNING "Local\Audiogames.Running"
!define CLOSE_REQUESTED "Local\Audiogames.Close"
!define SYNCHRONIZE 0x00100000
!define EVENT_MODIFY_STATE 2

VIProductVersion "${NUMBERS}"
!macro describe LANGUAGE
  VIAddVersionKey /LANG=${LANGUAGE} "ProductName" "Audiogames"
  VIAddVersionKey /LANG=${LANGUAGE} "FileVersion" "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "ProductVersion" "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "FileDescription" "Audiogames setup"
  VIAddVersionKey /LANG=${LANGUAGE} "LegalCopyright" "MIT licence"
!macroend

!define MUI_ICON "${FOLDER}/runtime/audiogames.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\audiogames.exe"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
Page custom AskWishes TakeWishes
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Italian"
!insertmacro describe ${LANG_ENGLISH}
!insertmacro describe ${LANG_ITALIAN}

LangString Wishes ${LANG_ENGLISH} "What else should be set up"
LangString Wishes ${LANG_ITALIAN} "Che cos'altro impostare"
LangString WishesTitle ${LANG_ENGLISH} "Options"
LangString WishesTitle ${LANG_ITALIAN} "Opzioni"
LangString Jaws ${LANG_ENGLISH} "Let JAWS leave its keys, such as the arrows, to Audiogames"
LangString Jaws ${LANG_ITALIAN} "JAWS lasci ad Audiogames i suoi tasti, come le frecce"
LangString Desktop ${LANG_ENGLISH} "Put Audiogames on the desktop too"
LangString Desktop ${LANG_ITALIAN} "Metti Audiogames anche sul desktop"
LangString StillOpen ${LANG_ENGLISH} "Audiogames is still open. Close it, also in the console and online, then choose Retry. Your matches are saved."
LangString StillOpen ${LANG_ITALIAN} "Audiogames è ancora aperto. Chiudilo, anche nella console e in linea, poi scegli Riprova. Le tue partite sono salvate."
LangString NotWritten ${LANG_ENGLISH} "Audiogames could not be installed into $INSTDIR. The disk may be full, or the folder may not be written to. What was installed before is unchanged."
LangString NotWritten ${LANG_ITALIAN} "Non è stato possibile installare Audiogames in $INSTDIR. Forse il disco è pieno o la cartella non è scrivibile. Quel che c'era prima è rimasto com'era."
LangString Forget ${LANG_ENGLISH} "Delete your options, matches and reports too? With No they are kept for the next time."
LangString Forget ${LANG_ITALIAN} "Cancellare anche le opzioni, le partite e i rapporti? Con No restano per la prossima volta."
LangString NotForgotten ${LANG_ENGLISH} "They could not be deleted. A match may be open."
LangString NotForgotten ${LANG_ITALIAN} "Non è stato possibile cancellarli. Forse una partita è aperta."

Var WantsJaws
Var WantsDesktop
Var JawsBox
Var DesktopBox

Function .onInit
  StrCpy $WantsDesktop 0
  StrCpy $WantsJaws 0
  IfFileExists "${JAWS}\*.*" 0 +2
    StrCpy $WantsJaws 1
FunctionEnd

Function AskWishes
  !insertmacro MUI_HEADER_TEXT "$(WishesTitle)" "$(Wishes)"
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateCheckbox} 0 0 100% 12u "$(Desktop)"
  Pop $DesktopBox
  ${NSD_SetFocus} $DesktopBox
  ${If} $WantsJaws = 1
    ${NSD_CreateCheckbox} 0 20u 100% 12u "$(Jaws)"
    Pop $JawsBox
    ${NSD_Check} $JawsBox
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function TakeWishes
  ${NSD_GetState} $DesktopBox $WantsDesktop
  ${If} $WantsJaws = 1
    ${NSD_GetState} $JawsBox $WantsJaws
  ${EndIf}
FunctionEnd

; --- A running program ----------------------------------------------------------------------------

; Pushes 1 while the program runs in a window, else 0.
!macro is_running
  System::Call 'kernel32::OpenMutexW(i ${SYNCHRONIZE}, i 0, w "${RUNNING}") p .r0'
  ${If} $0 P<> 0
    System::Call 'kernel32::CloseHandle(p r0)'
    StrCpy $0 1
  ${Else}
    StrCpy $0 0
  ${EndIf}
  Push $0
!macroend

; Closing saves the match, so no question is needed first.  Waits up to ten seconds.
!macro close_program
  System::Call 'kernel32::OpenEventW(i ${EVENT_MODIFY_STATE}, i 0, w "${CLOSE_REQUESTED}") p .r0'
  ${If} $0 P<> 0
    System::Call 'kernel32::SetEvent(p r0)'
    System::Call 'kernel32::CloseHandle(p r0)'
  ${EndIf}
  StrCpy $1 0
  ${Do}
    !insertmacro is_running
    Pop $0
    ${If} $0 = 0
    ${OrIf} $1 = 100
      ${ExitDo}
    ${EndIf}
    Sleep 100
    IntOp $1 $1 + 1
  ${Loop}
!macroend

Function un.CloseProgram
  !insertmacro close_program
FunctionEnd

Function CloseProgram
  !insertmacro close_program
FunctionEnd

; --- Installing -----------------------------------------------------------------------------------

Function Fail
  RMDir /r "$INSTDIR\new"
  MessageBox MB_OK|MB_ICONSTOP "$(NotWritten)" /SD IDOK
  SetErrorLevel 2
  Quit
FunctionEnd

; The old runtime goes aside in one step, so that no version is ever half there.
Function PutAside
  Call CloseProgram
  again:
  RMDir /r "$INSTDIR\old"
  ClearErrors
  IfFileExists "$INSTDIR\runtime\*.*" 0 done
  Rename "$INSTDIR\runtime" "$INSTDIR\old"
  IfErrors 0 done
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(StillOpen)" /SD IDCANCEL IDRETRY again
  RMDir /r "$INSTDIR\new"
  SetErrorLevel 2
  Quit
  done:
FunctionEnd

; $0 is a folder of settings of JAWS, one a version and language.
!macro each_jaws ACTION
  FindFirst $1 $2 "${JAWS}\*"
  ${DoWhile} $2 != ""
    FindFirst $3 $4 "${JAWS}\$2\Settings\???"
    ${DoWhile} $4 != ""
      ${If} $4 != ".."
        StrCpy $0 "${JAWS}\$2\Settings\$4"
        ${${ACTION}}
      ${EndIf}
      FindNext $3 $4
    ${Loop}
    FindClose $3
    FindNext $1 $2
  ${Loop}
  FindClose $1
!macroend

!define COPY_KEY_MAP `CopyFiles /SILENT "$INSTDIR\${KEY_MAP}" "$0\${KEY_MAP}"`
!define DELETE_KEY_MAP `Delete "$0\${KEY_MAP}"`

Section
  SetShellVarContext current
  RMDir /r "$INSTDIR\new"
  ClearErrors
  SetOutPath "$INSTDIR\new"
  File /r "${FOLDER}/*"
  ${If} ${Errors}
    Call Fail
  ${EndIf}
  SetOutPath "$INSTDIR"
  Call PutAside
  ClearErrors
  Rename "$INSTDIR\new\runtime" "$INSTDIR\runtime"
  ${If} ${Errors}
    Rename "$INSTDIR\old" "$INSTDIR\runtime"
    Call Fail
  ${EndIf}
  RMDir /r "$INSTDIR\licences"
  CopyFiles /SILENT "$INSTDIR\new\*.*" "$INSTDIR"
  RMDir /r "$INSTDIR\new"
  RMDir /r "$INSTDIR\old"
  CreateShortcut "$SMPROGRAMS\Audiogames.lnk" "$INSTDIR\audiogames.exe"
  ${If} $WantsDesktop = 1
    CreateShortcut "$DESKTOP\Audiogames.lnk" "$INSTDIR\audiogames.exe"
  ${EndIf}
  ${If} $WantsJaws = 1
    !insertmacro each_jaws COPY_KEY_MAP
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "Software\Audiogames" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Audiogames"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "the audiogames authors"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\audiogames.exe"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; --- Uninstalling ---------------------------------------------------------------------------------

Section "un."
  SetShellVarContext current
  Call un.CloseProgram
  MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "$(Forget)" /SD IDNO IDNO keep
  nsExec::Exec '"$INSTDIR\audiogames-console.exe" forget --yes'
  Pop $0
  ${If} $0 != 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(NotForgotten)" /SD IDOK
  ${EndIf}
  keep:
  !insertmacro each_jaws DELETE_KEY_MAP
  RMDir /r "$INSTDIR\runtime"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\audiogames.exe"
  Delete "$INSTDIR\audiogames-console.exe"
  Delete "$INSTDIR\${KEY_MAP}"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Audiogames.lnk"
  Delete "$DESKTOP\Audiogames.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Audiogames"
SectionEnd
