; The installer for Windows, for Inno Setup 6.  NOT RUN by those who wrote it: no Windows at hand.
; First tools\package.cmd, then: iscc tools\packager\audiogames.iss
; It writes dist\audiogames-VERSION-setup.exe.
;
; For one user, so that no administrator is asked.  Every page is of Windows' own controls, with
; their keys and names, so that screen readers read it; nothing is drawn, nothing needs the mouse.

#define Folder "..\..\dist\audiogames"
#define Version GetStringFileInfo(Folder + "\audiogames.exe", "ProductVersion")

[Setup]
AppId={{F0ACB915-1F0E-43A7-B09A-1BAEDDF31AEF}
AppName=Audiogames
AppVersion={#Version}
AppPublisher=the audiogames authors
UninstallDisplayName=Audiogames
PrivilegesRequired=lowest
DefaultDirName={autopf}\Audiogames
DisableDirPage=auto
DisableProgramGroupPage=yes
DisableWelcomePage=no
WizardStyle=classic
ShowLanguageDialog=auto
MinVersion=10.0
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
Compression=lzma2
SolidCompression=yes
OutputDir=..\..\dist
OutputBaseFilename=audiogames-{#Version}-setup

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"

[CustomMessages]
en.Jaws=Let JAWS leave its keys, such as the arrows, to Audiogames
it.Jaws=JAWS lasci ad Audiogames i suoi tasti, come le frecce
en.Forget=Delete your options, matches and reports too? With No they are kept for the next time.
it.Forget=Cancellare anche le opzioni, le partite e i rapporti? Con No restano per la prossima volta.
en.NotForgotten=They could not be deleted. A match may be open. They lie where audiogames doctor said.
it.NotForgotten=Non si è potuto cancellare. Forse una partita è aperta. Stanno dove ha detto audiogames doctor.

[Tasks]
Name: "jaws"; Description: "{cm:Jaws}"; Check: HasJaws
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; Of an older version nothing stays behind.
Type: filesandordirs; Name: "{app}\_internal"
Type: filesandordirs; Name: "{app}\licences"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs

[Icons]
; No hot key: Control Alt is AltGr on many keyboards.
Name: "{autoprograms}\Audiogames"; Filename: "{app}\audiogames.exe"
Name: "{autodesktop}\Audiogames"; Filename: "{app}\audiogames.exe"; Tasks: desktop

[Run]
Filename: "{app}\audiogames.exe"; Description: "{cm:LaunchProgram,Audiogames}"; Flags: nowait postinstall skipifsilent

[Code]
const
  KeyMap = '\audiogames.jkm';

{ The folders below Above; with Inside not empty, those of that name in each of them. }
procedure AddFolders(const Above, Inside: String; const Found: TStringList);
var
  Entry: TFindRec;
begin
  if not FindFirst(Above + '\*', Entry) then
    Exit;
  try
    repeat
      if (Entry.Attributes and FILE_ATTRIBUTE_DIRECTORY <> 0) and (Entry.Name[1] <> '.') then
      begin
        if Inside <> '' then
          AddFolders(Above + '\' + Entry.Name + '\' + Inside, '', Found)
        else if Length(Entry.Name) = 3 then { a language: enu, ita }
          Found.Add(Above + '\' + Entry.Name);
      end;
    until not FindNext(Entry);
  finally
    FindClose(Entry);
  end;
end;

{ The settings folders of every JAWS of this user, one a version and language. }
function JawsFolders: TStringList;
begin
  Result := TStringList.Create;
  AddFolders(ExpandConstant('{userappdata}\Freedom Scientific\JAWS'), 'Settings', Result);
end;

function HasJaws: Boolean;
var
  Folders: TStringList;
begin
  Folders := JawsFolders;
  Result := Folders.Count > 0;
  Folders.Free;
end;

procedure CurStepChanged(CurStep: TSetupStep);
var
  Folders: TStringList;
  Place: Integer;
begin
  if (CurStep <> ssPostInstall) or not WizardIsTaskSelected('jaws') then
    Exit;
  Folders := JawsFolders;
  for Place := 0 to Folders.Count - 1 do
    FileCopy(ExpandConstant('{app}') + KeyMap, Folders[Place] + KeyMap, False);
  Folders.Free;
end;

procedure RemoveKeyMaps;
var
  Folders: TStringList;
  Place: Integer;
begin
  Folders := JawsFolders;
  for Place := 0 to Folders.Count - 1 do
    DeleteFile(Folders[Place] + KeyMap);
  Folders.Free;
end;

{ What the player has kept stays, unless he asks for it to go; Enter alone keeps it. }
procedure AskAndForget;
var
  Code: Integer;
begin
  if UninstallSilent then
    Exit;
  if MsgBox(CustomMessage('Forget'), mbConfirmation, MB_YESNO or MB_DEFBUTTON2) <> IDYES then
    Exit;
  if not Exec(ExpandConstant('{app}\audiogames-console.exe'), 'forget --yes', '', SW_HIDE,
    ewWaitUntilTerminated, Code) or (Code <> 0) then
    MsgBox(CustomMessage('NotForgotten'), mbError, MB_OK);
end;

procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
begin
  if CurUninstallStep <> usUninstall then
    Exit;
  AskAndForget;
  RemoveKeyMaps;
end;
