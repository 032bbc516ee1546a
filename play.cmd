@echo off
rem Starts audiogames, installing it in .venv the first time. Arguments go to the program.
py -3 -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>&1
if errorlevel 1 (
    echo Audiogames needs Python 3.11 or later. It can be had from python.org or the Microsoft Store. 1>&2
    exit /b 1
)
py -3 -B "%~dp0tools\install.py"
if errorlevel 1 exit /b 1
"%~dp0.venv\Scripts\audiogames.exe" %*
exit /b %errorlevel%
