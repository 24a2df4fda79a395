; The Windows installer: for the person who runs it alone, without administrator
; rights. build/package.sh calls makensis with VERSION, FILES (the folder to
; install) and OUT (the installer to write).
Unicode true
Target amd64-unicode
!include "MUI2.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Minehand"

Name "Minehand"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Minehand"
InstallDirRegKey HKCU "Software\Minehand" "InstallDir"
SetCompressor /SOLID lzma
ManifestDPIAware true
BrandingText "Minehand ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Minehand"
VIAddVersionKey "FileDescription" "A hired hand for Minecraft"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\minehand-desktop.exe"
!insertmacro MUI_PAGE_LICENSE "${FILES}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Only the folders that this installer made are removed, by name: a person may
; have chosen a folder that holds other things.
!macro RemoveOwn
  RMDir /r "$INSTDIR\bot"
  RMDir /r "$INSTDIR\node"
  Delete "$INSTDIR\minehand.exe"
  Delete "$INSTDIR\minehand-desktop.exe"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\README.md"
!macroend

Section
  ; An earlier version's files would stay among the new ones.
  !insertmacro RemoveOwn
  IfErrors 0 +3
    MessageBox MB_OK|MB_ICONSTOP "Minehand is running, so it cannot be replaced. Close it and start this installer again." /SD IDOK
    Abort
  SetOutPath "$INSTDIR"
  File /r "${FILES}\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Minehand.lnk" "$INSTDIR\minehand-desktop.exe"
  WriteRegStr HKCU "Software\Minehand" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Minehand"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\minehand-desktop.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "Minehand"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

; What a person made, the journal and the settings, stays.
Section "Uninstall"
  !insertmacro RemoveOwn
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Minehand.lnk"
  DeleteRegKey HKCU "${KEY}"
  DeleteRegKey HKCU "Software\Minehand"
SectionEnd
