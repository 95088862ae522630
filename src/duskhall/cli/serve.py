"""`duskhall serve`: tables in the browser."""

from __future__ import annotations

import socket
import webbrowser
from argparse import Namespace
from ipaddress import ip_address
from pathlib import Path

from duskhall.cli.bad_input import BadInput
from duskhall.cli.saves import data_folder
from duskhall.cli.screen import Screen, say
from duskhall.cli.words import Words, clean


def run(arguments: Namespace, words: Words) -> int:
    # Here and not above: the other commands need not wait for the server's packages.
    from duskhall.server.run import PortTaken, listen, serve
    from duskhall.server.settings import Settings
    from duskhall.server.store import WrongFile

    data = Path(arguments.data).expanduser() if arguments.data else default_data()
    try:
        bound = listen(arguments.host, arguments.port)
    except PortTaken:
        raise BadInput(words("serve.taken", host=arguments.host, port=arguments.port)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(words("serve.no-host", host=arguments.host, reason=reason)) from None
    port = bound.getsockname()[1]

    def ready() -> None:
        greet(arguments.host, port, data, words)
        if arguments.open:
            webbrowser.open(
                address("localhost" if is_any(arguments.host) else arguments.host, port)
            )

    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        origins = tuple([origin.rstrip("/") for origin in arguments.origin])
        serve(Settings(data, origins=origins), bound, ready)
    except WrongFile as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{data}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        pass  # the signal that it was stopped by, once more
    finally:
        bound.close()
    say(Screen(), words("serve.closed"), "dim")
    return 0


def default_data() -> Path:
    return data_folder() / "tables.sqlite"


def greet(host: str, port: int, data: Path, words: Words) -> None:
    """Say where the server is to be found."""
    console = Screen()
    own = "localhost" if is_any(host) else host
    say(console, words("serve.here", address=address(own, port)), "bold")
    if not is_loopback(host):
        for other in network_addresses() if is_any(host) else []:
            say(console, words("serve.network", address=address(other, port)))
    say(console, words("serve.data", file=clean(str(data))), "dim")


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_any(host: str) -> bool:
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_addresses() -> list[str]:
    """The addresses under which others of the network reach this computer."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet would take.
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found.append(str(entry[4][0]))
    except OSError:
        pass
    return [one for one in dict.fromkeys(found) if not ip_address(one).is_loopback]
