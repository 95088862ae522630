"""The statements by which a store writes and reads its tables."""

from __future__ import annotations

from typing import Final

CREATE: Final = (
    "INSERT INTO tables"
    " (id, game, header, seats, public, open, created, over, edition, pulse, freshened, result,"
    " rules) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
EDITION: Final = "INSERT OR IGNORE INTO editions VALUES (?, ?)"
# Of a table, as bytes: SQLite refuses a whole page of texts if one of them is damaged.
BYTES: Final = (
    "CAST(id AS BLOB), CAST(header AS BLOB), CAST(seats AS BLOB), CAST(public AS INTEGER),"
    " CAST(created AS INTEGER), CAST(over AS INTEGER), CAST(rematch AS BLOB)"
)
TOKEN: Final = "INSERT INTO tokens VALUES (?, ?, ?)"
ROW: Final = "(?, ?, ?, ?, ?, ?, ?)"
MOVE: Final = f"INSERT INTO moves VALUES {ROW}"
OVER: Final = "UPDATE tables SET over = 1, result = ? WHERE id = ?"
DEALT: Final = "UPDATE tables SET header = ?, pulse = ?, rules = ? WHERE id = ?"
RENEW: Final = "UPDATE tables SET rules = ?, renewals = ?, still = ? WHERE id = ? AND rules = ?"
RESULT: Final = "UPDATE tables SET result = ? WHERE id = ? AND result IS NULL"  # as in format 1
DEAL: Final = "UPDATE tables SET pulse = ? WHERE id = ? AND pulse = 0"
PULSE: Final = "UPDATE moves SET pulse = ? WHERE table_id = ? AND entry = ? AND pulse = 0"
TOLD: Final = "INSERT OR REPLACE INTO told VALUES (?, ?, ?)"
SEATS: Final = "UPDATE tables SET seats = ?, open = ? WHERE id = ?"
REMATCH: Final = "UPDATE tables SET rematch = ? WHERE id = ?"
ADMITS: Final = (
    "SELECT public OR (open AND ?)"
    " OR EXISTS (SELECT 1 FROM tokens WHERE table_id = id AND hash = ?) FROM tables WHERE id = ?"
)
SAY: Final = "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)"
