"""The notebook of Tiger Pair runs from a clean kernel and reaches its figure."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOK = Path(__file__).parents[2] / "docs" / "learn" / "odds-tiger-pair.ipynb"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_the_notebook_runs_and_ends_in_the_edge() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "keep it without outputs"
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3")
    client.execute()
    printed = "".join(
        output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", [])
    )
    assert "635532/3942085" in printed
    assert "Tiger Pair costs 16.1217 per cent of the stake" in printed
