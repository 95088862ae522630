"""Run the command line as a module: python -m duskhall."""

from duskhall.cli import main

if __name__ == "__main__":
    main()
