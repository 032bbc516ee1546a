@echo off
rem Builds the program for those who have no Python, in dist\audiogames. Not run by those who wrote it.
py -3 -B "%~dp0install.py"
if errorlevel 1 exit /b 1
set "PYTHONPATH=%~dp0.."
"%~dp0..\.venv\Scripts\python.exe" -m tools.packager.build %*
exit /b %errorlevel%
