"""Loaded into pytest as a plugin: when pytest has loaded, a process is forked for each candidate, which goes on as pytest does."""

import importlib
import json
import os
import socket
import sys

import pytest

address = os.environ.pop("WHITTLE_WARM", None)
here = os.path.dirname(os.path.abspath(__file__))
modules = None


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Returns (and pytest goes on) in the processes that are forked only."""
    global modules
    if address is None:
        return None
    # As it is without this plugin.
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != here]
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(address)
    stream = connection.makefile("rw")
    for line in stream:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            for name in ("PYTHONPATH", "PYTEST_PLUGINS"):
                os.environ.pop(name, None)
            os.environ.update(json.loads(line))
            modules = writer
            connection.close()
            return None
        os.close(writer)
        _, status = os.waitpid(child, 0)
        os.set_blocking(reader, False)
        wanted = os.read(reader, 65536).decode().split() if os.WIFEXITED(status) else []
        os.close(reader)
        code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        stream.write(json.dumps({"exitCode": code}) + "\n")
        stream.flush()
        for name in wanted:
            if name not in sys.modules:
                load(name)
    os._exit(0)


def load(name):
    """What candidates import is there before the next one; what lies in the workspace is not among it."""
    try:
        importlib.import_module(name)
    except BaseException:
        sys.modules.pop(name, None)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure():
    """Summaries have been written, too."""
    if modules is None:
        return
    roots = tuple(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))) + (os.path.dirname(os.__file__),)
    files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    names = [name for name, file in files.items() if file and file.startswith(roots)]
    os.write(modules, " ".join(names).encode()[:60000])
    os.close(modules)
