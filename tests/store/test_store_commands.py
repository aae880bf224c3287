"""punto verify, export, history, backup, restore: what they print and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest
from typer.testing import CliRunner, Result

from punto.cli.app import app
from punto.store.sqlite import SQLiteStore
from tests.store.histories import fill

run = CliRunner()


@pytest.fixture(scope="module")
def filled_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from punto.store.memory import MemoryStore

    store = MemoryStore()
    fill(store)
    path = tmp_path_factory.mktemp("store") / "punto.db"
    store.backup(path)
    return path


def punto(*words: object) -> Result:
    return run.invoke(app, [str(word) for word in words])


def test_verify_proves_a_store_and_prints_its_heads(filled_file: Path) -> None:
    said = punto("verify", filled_file)
    assert said.exit_code == 0, said.output
    assert "Chain, keys, rules, replay, money and shoes hold." in said.output
    found = json.loads(punto("verify", filled_file, "--json").output)
    assert found["good"] is True
    store = SQLiteStore(filled_file)
    for stream in store.streams():
        position, digest = store.last(stream)
        assert found["heads"][stream] == [position, digest.hex()]
        assert f"{stream}  {position}  {digest.hex()}" in said.output
    store.close()


def test_verify_names_the_first_bad_place_with_status_1(filled_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.db"
    path.write_bytes(filled_file.read_bytes())
    db = apsw.Connection(str(path))
    db.execute("UPDATE deed SET body = CAST(replace(body, 'at', 'ta') AS BLOB) WHERE position = 9")
    db.execute("UPDATE balance SET amount = amount + 1 WHERE account = 'cage'")
    db.close()
    said = punto("verify", path)
    assert said.exit_code == 1
    assert "WRONG  table:" in said.output
    assert ", deed 9: " in said.output
    assert json.loads(punto("verify", path, "--json").output)["good"] is False


def test_verify_holds_a_store_to_earlier_heads(filled_file: Path, tmp_path: Path) -> None:
    heads = tmp_path / "heads.json"
    heads.write_text(punto("verify", filled_file, "--json").output)
    assert punto("verify", filled_file, "--heads", heads).exit_code == 0
    value = json.loads(heads.read_text())
    value["heads"]["table:shoe"][0] += 1
    heads.write_text(json.dumps(value))
    said = punto("verify", filled_file, "--heads", heads)
    assert said.exit_code == 1
    assert "the end is missing" in said.output


def test_a_round_is_exported_and_verified_without_the_store(
    filled_file: Path, tmp_path: Path
) -> None:
    bundle = tmp_path / "round.jsonl"
    words = ("export", filled_file, "--table", "shoe", "--round", 2, "--to", bundle)
    said = punto(*words)
    assert said.exit_code == 0, said.output
    checked = punto("verify", bundle)
    assert checked.exit_code == 0, checked.output
    assert "round 2 of table:shoe" in checked.output
    assert "1 rounds" in checked.output
    again = punto(*words)
    assert (again.exit_code, "never overwrites" in again.output) == (2, True)
    lines = bundle.read_text()
    bundle.write_text(lines.replace('\\"suit\\":\\"S\\"', '\\"suit\\":\\"H\\"', 1))
    assert bundle.read_text() != lines
    assert punto("verify", bundle).exit_code == 1


def test_history_answers_the_three_questions(filled_file: Path) -> None:
    rounds = json.loads(punto("history", filled_file, "--table", "shoe", "--json").output)
    assert [item["round"] for item in rounds] == [1, 2, 3]
    assert all(item["lines"] for item in rounds)
    by_chen = json.loads(punto("history", filled_file, "--by", "Chen", "--json").output)
    assert by_chen
    assert {item["by"] for item in by_chen} == {"Chen"}
    voids = json.loads(punto("history", filled_file, "--voids", "--json").output)
    assert {item["event"]["type"] for item in voids} == {"RoundVoided", "RoundWithoutResult"}
    both = json.loads(punto("history", filled_file, "--voids", "--rulings", "--json").output)
    kinds = {item["event"]["type"] for item in both}
    assert {"RoundVoided", "Ruled"} <= kinds
    for question in ((), ("--voids",), ("--rulings",), ("--by", "Chen")):
        since = punto("history", filled_file, "--since", "2100-01-01", *question, "--json")
        assert json.loads(since.output) == []
        since = punto("history", filled_file, "--since", "2100-01-01", *question)
        assert "on record for this" in since.output
        every = punto("history", filled_file, "--since", "2000-01-01", *question, "--json")
        limit = () if question else ("--rounds", "1000")
        asked = punto("history", filled_file, *question, *limit, "--json")
        assert json.loads(every.output) == json.loads(asked.output)
    shown = punto("history", filled_file, "--table", "shoe").output
    assert all(str(item["result"]) in shown for item in rounds)
    staked = sum(line["stake"] for line in rounds[0]["lines"])
    assert f"{staked // 100:,}.00" in shown


def test_a_store_is_found_in_the_folder_of_its_server(filled_file: Path) -> None:
    folder = filled_file.parent
    for words in (("verify",), ("history",), ("verify", "--table", "shoe")):
        in_folder = punto(words[0], folder, *words[1:], "--json")
        assert in_folder.exit_code == 0, in_folder.output
        assert in_folder.output == punto(words[0], filled_file, *words[1:], "--json").output


def test_one_table_is_proved_by_itself(filled_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "punto.db"
    path.write_bytes(filled_file.read_bytes())
    report = json.loads(punto("verify", path, "--table", "shoe", "--json").output)
    assert list(report["heads"]) == ["table:shoe"]
    db = apsw.Connection(str(path))
    db.execute("UPDATE deed SET hash = zeroblob(32) WHERE stream = 'table:shoe' AND position = 9")
    db.close()
    said = punto("verify", path, "--table", "shoe")
    assert said.exit_code == 1
    assert "table:shoe, deed 9" in said.output
    other = next(s for s in report_streams(filled_file) if s != "table:shoe")
    assert punto("verify", path, "--table", other.removeprefix("table:")).exit_code == 0


def report_streams(path: Path) -> list[str]:
    """List the tables of a store."""
    heads = json.loads(punto("verify", path, "--json").output)["heads"]
    return [stream for stream in heads if stream.startswith("table:")]


def test_the_shoe_of_a_round_is_exported(filled_file: Path, tmp_path: Path) -> None:
    by_round, by_number = tmp_path / "round.jsonl", tmp_path / "number.jsonl"
    words = ("export", filled_file, "--table", "shoe")
    said = punto(*words, "--shoe-of", 1, "--to", by_round, "--json")
    assert said.exit_code == 0, said.output
    number = json.loads(said.output)["what"].removeprefix("shoe ")
    assert punto(*words, "--shoe", number, "--to", by_number).exit_code == 0
    assert by_round.read_bytes() == by_number.read_bytes()
    assert punto("verify", by_round).exit_code == 0


def test_backup_and_restore_keep_every_head(filled_file: Path, tmp_path: Path) -> None:
    backup, restored = tmp_path / "backup.db", tmp_path / "restored.db"
    said = punto("backup", filled_file, backup)
    assert (said.exit_code, "proved" in said.output) == (0, True), said.output
    said = punto("restore", backup, restored)
    assert said.exit_code == 0, said.output
    one = json.loads(punto("verify", filled_file, "--json").output)
    assert json.loads(punto("verify", restored, "--json").output) == one


def test_a_day_is_closed_once_and_vouches_for_every_table(
    filled_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "day.db"
    path.write_bytes(filled_file.read_bytes())
    closed = json.loads(punto("close-day", path, "--day", "2026-03-01", "--json").output)
    assert punto("close-day", path, "--day", "2026-03-01").output.split()[2] == closed["hash"]
    found = json.loads(punto("verify", path, "--json").output)
    assert found["heads"]["days"] == [1, closed["hash"]]
    db = apsw.Connection(str(path))
    db.execute("DELETE FROM snapshot")
    db.execute("DELETE FROM deed WHERE stream = 'table:shoe' AND position > 20")
    db.close()
    said = punto("verify", path)
    assert "table:shoe, deed 21: the end is missing" in " ".join(said.output.split())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("verify", "nowhere.db"), "there is no such store"),
        (("verify", "postgresql://ann:pass@/nowhere?host=/nowhere"), "the store cannot go on"),
        (("export", "FILE", "--table", "shoe"), "say what to export"),
        (("export", "FILE", "--round", "1"), "say which table"),
        (("export", "FILE", "--table", "shoo", "--round", "1"), "did you mean shoe"),
        (("export", "FILE", "--table", "shoe", "--round", "77"), "has no round 77"),
        (("export", "FILE", "--table", "shoe", "--shoe-of", "77"), "has no round 77"),
        (("history", "FILE", "--since", "soon"), "is no moment"),
        (("history", "FILE", "--table", "shoo"), "did you mean shoe"),
        (("verify", "EMPTY"), "there is no such store"),
        (("close-day", "FILE", "--day", "tomorrow"), "is no day"),
        (("restore", "FILE", "FILE"), "exists already"),
        (("backup", "FILE", "FILE"), "never overwrites"),
        (("verify", "FILE", "--heads", "HEADS"), "holds no heads"),
    ],
)
def test_what_is_wrong_is_one_line_with_status_2(
    filled_file: Path, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    heads = tmp_path / "heads.json"
    heads.write_text("[]")
    places = {"FILE": filled_file, "HEADS": heads, "EMPTY": tmp_path}
    said = punto(*(places.get(word, word) for word in words))
    assert said.exit_code == 2, said.output
    assert says in " ".join(said.output.split())
    assert len(said.output.strip().splitlines()) == 1
    assert "pass@" not in said.output
