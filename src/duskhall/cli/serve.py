"""`duskhall serve`: tables in the browser."""

from __future__ import annotations

import logging
import socket
import webbrowser
from argparse import Namespace
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from duskhall.bots import make_bot
from duskhall.cli.bad_input import BadInput
from duskhall.cli.migrate import summary, told
from duskhall.cli.saves import data_folder
from duskhall.cli.screen import Screen, say
from duskhall.cli.words import Words, clean
from duskhall.engine.game import installed

if TYPE_CHECKING:
    from duskhall.server.run import CannotListen

logger: Final = logging.getLogger("duskhall")


def run(arguments: Namespace, words: Words) -> int:
    # Here and not above: the other commands need not wait for the server's packages.
    from duskhall.server import logs
    from duskhall.server.formats import WrongFile
    from duskhall.server.run import CannotListen, listen, serve
    from duskhall.server.settings import Settings
    from duskhall.server.upgrade import Checked

    data = chosen_data(arguments.data)
    try:
        bound = listen(arguments.host, arguments.port)
    except CannotListen as error:
        raise BadInput(no_listening(error, "--port", words)) from None
    port = bound.getsockname()[1]
    logs.begin(arguments.log)

    def tell(text: str, style: str = "") -> None:
        if arguments.log == "json":
            logger.info(text)
        else:
            say(Screen(), text, style)

    def ready() -> None:
        for text, style in greeting(arguments.host, port, data, words, arguments.workshop):
            tell(text, style)
        if arguments.metrics:
            tell(words("serve.metrics", address=address(*arguments.metrics) + "metrics"), "dim")
        if arguments.open:
            webbrowser.open(
                address("localhost" if is_any(arguments.host) else arguments.host, port)
            )

    def checked(old: Path | None, found: list[Checked]) -> None:
        if old is not None:
            tell(words("serve.migrated", file=clean(str(old))))
        for one in found:
            if one.outcome != "same":
                tell(told(one, words))
        if found:
            tell(summary(found, words))

    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        settings = Settings(
            data,
            origins=tuple(arguments.origin),
            hosts=(arguments.host.lower(), *arguments.host_name),
            proxies=tuple(arguments.behind_proxy),
            grace_time=arguments.grace,
            pace_time=arguments.pace,
            adviser=known_bot(arguments.adviser),
            metrics=arguments.metrics,
            workshop=arguments.workshop,
        )
        serve(settings, bound, ready, checked)
    except CannotListen as error:
        raise BadInput(no_listening(error, "--metrics", words)) from None
    except WrongFile as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{data}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        pass  # the signal that it was stopped by, once more
    finally:
        bound.close()
    tell(words("serve.closed"), "dim")
    return 0


def known_bot(name: str) -> str:
    """A bot that can be made, by its name; or none. UnknownBot, if there is none of this name."""
    if name:
        make_bot(name, installed()[0])
    return name


def no_listening(error: CannotListen, option: str, words: Words) -> str:
    """Why there is no listening at a place, and by which option another is chosen."""
    place = {"host": error.host, "port": error.port, "option": option}
    return words(f"serve.{error.why}", **place, reason=error.reason)


def default_data() -> Path:
    return data_folder() / "tables.sqlite"


def chosen_data(named: str | None) -> Path:
    return Path(named).expanduser() if named else default_data()


def greeting(
    host: str, port: int, data: Path, words: Words, workshop: bool = False
) -> list[tuple[str, str]]:
    """Where the server is to be found: lines, and how to show them."""
    own = "localhost" if is_any(host) else host
    lines = [(words("serve.here", address=address(own, port)), "bold")]
    if workshop and (is_any(host) or is_loopback(host)):  # it opens to this computer alone
        lines.append((words("serve.workshop", address=address(own, port) + "workshop"), ""))
    if not is_loopback(host):
        for other in network_addresses() if is_any(host) else []:
            lines.append((words("serve.network", address=address(other, port)), ""))
    return [*lines, (words("serve.data", file=clean(str(data))), "dim")]


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
