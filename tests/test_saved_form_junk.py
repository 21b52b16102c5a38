"""Whatever is stored, reading and playing it raises only the errors that are meant for it."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game import BannerOpen, CorruptGame, Game, GameOver, NothingToUndo
from app.player import NewerSchema, NoGame, Player
from app.rules import Direction, slides
from tests.saved import stored
from tests.strategies import players, quick, thorough

numbers = (
    st.integers(-3, 5)
    | st.sampled_from([2**power for power in range(1, 19)])
    | st.sampled_from([2**53, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1])
    | st.integers(-(2**63), 2**64 - 1)
)
scalars = (
    st.none() | st.booleans() | numbers | st.floats() | st.binary(max_size=66) | st.text(max_size=8)
)
junk = scalars | st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=17) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=20,
)
cells = st.lists(st.sampled_from([0, 2, 4, 8, 1024, 2048, 131072]), min_size=16, max_size=16)
almost_games = st.fixed_dictionaries(
    {
        "seed": st.binary(max_size=65) | junk,
        "moves": st.text("URDLX", max_size=6) | junk,
        "board": cells | junk,
        "score": st.sampled_from([0, 4, 8, -4, 2048]) | junk,
        "start": st.none() | cells | junk,
        "reached": st.booleans() | junk,
        "kept_playing": st.booleans() | junk,
        "assisted": st.booleans() | junk,
    }
)
almost_players = st.fixed_dictionaries(
    {
        "schema": st.just(1),
        "version": numbers,
        "game": st.none() | almost_games | junk,
        "replaced": st.none() | almost_games | junk,
        "best": numbers,
    }
)


@st.composite
def mutations(draw):
    """Draw a valid saved form and damage it in one to three places."""
    saved = stored(draw(players()).to_saved())
    for _ in range(draw(st.integers(1, 3))):
        _damage(draw, saved)
    return saved


def _damage(draw, node):
    """Walk down to a random place of the tree and replace, drop, double or swap what is there."""
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    if not keys:
        return
    key = draw(st.sampled_from(keys))
    if isinstance(node[key], dict | list) and draw(st.integers(0, 4)):
        _damage(draw, node[key])
        return
    deed = draw(st.sampled_from(["replace", "nudge", "drop", "swap"]))
    if deed == "replace":
        node[key] = draw(junk)
    elif deed == "nudge" and isinstance(node[key], int):
        node[key] += draw(st.sampled_from([-4, -2, -1, 1, 2, 4]))
    elif deed == "nudge" and isinstance(node[key], str):
        node[key] = node[key][:-1] + draw(st.sampled_from(["", "X", "L", "URDL"]))
    elif deed == "drop":
        del node[key]
    elif deed == "swap":
        other = draw(st.sampled_from(keys))
        node[key], node[other] = node[other], node[key]


def use(player):
    """Do everything to a player that was read; what comes of it must be storable and readable."""
    deeds = [
        (lambda: player.move(list(Direction))[0], (NoGame, BannerOpen, GameOver)),
        (player.undo, (NothingToUndo, CorruptGame)),
        (player.keep_playing, (NoGame, GameOver)),
        (lambda: player.new_game(Game.new(b"next")), ()),
        (lambda: player, ()),
    ]
    for deed, errors in deeds:
        try:
            after = deed()
        except errors:
            continue
        again = stored(after.to_saved())
        # At the last version that is read at all, the next one may be refused.
        if after.version < 2**32:
            assert Player.from_saved(again) == after
    for game in (player.game, player.replaced):
        if game is not None:
            assert (game.status == "over") == (slides(game.board) == {})


def read_and_use(saved):
    try:
        player = Player.from_saved(deepcopy(saved))
    except (CorruptGame, NewerSchema):
        return
    use(player)


@quick
@given(junk)
def test_junk_is_corrupt(saved):
    with pytest.raises(CorruptGame):
        Player.from_saved(saved)


@thorough
@given(almost_players)
def test_what_almost_is_a_player_is_corrupt_or_playable(saved):
    read_and_use(saved)


@thorough
@given(mutations())
def test_a_damaged_saved_form_is_corrupt_or_playable(saved):
    read_and_use(saved)


@thorough
@given(players())
def test_an_undamaged_saved_form_is_playable(player):
    read_and_use(stored(player.to_saved()))
    assert Player.from_saved(stored(player.to_saved())) == player
