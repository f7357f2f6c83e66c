"""Several nodes, one PostgreSQL, one Redis: whatever of them is killed, nothing acknowledged is lost."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.clusters import Cluster
from tests.web.jumping_clock import JumpingClock
from tests.web.players import Crowd, Party
from tests.web.servers import InterpretedServer, Person, Server
from tests.web.timed_turns import TURN_S, act, heard_of_turn, sit_down, who_is_to_act


@pytest.fixture(scope="session")
def running_cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.close()


@pytest.fixture
def cluster(running_cluster: Cluster) -> Cluster:
    running_cluster.mend()
    return running_cluster


def two_more(party: Party) -> None:
    """Play until everybody was told twice more."""
    before = [player.n_told for player in party.players]
    party.play(lambda: all(player.n_told > n + 1 for player, n in zip(party.players, before, strict=True)))


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_people_on_different_nodes_play_a_whole_game_before_a_spectator_on_a_third(
    cluster: Cluster, preset: str
) -> None:
    party = Party([cluster.at(0), cluster.at(1), cluster.at(2)], preset, spectator=True)
    party.play()
    party.close()
    cluster.compare(party)
    assert max(party.players[2].views) == max(party.players[0].views)


def _kill_nodes(cluster: Cluster, n_kills: int, seed: int) -> None:
    chance = random.Random(seed)
    with Crowd(cluster.anywhere(0), cluster.anywhere(1)) as crowd:
        for _ in range(n_kills):
            crowd.wait_for(chance.randint(1, 12))
            time.sleep(chance.uniform(0, 0.03))
            node = chance.choice(cluster.nodes)
            node.kill()
            node.start()
        n_resumed = crowd.n_resumed
    for party in crowd.parties:
        cluster.compare(party)
    print(f"seed {seed}: {crowd.n_acknowledged} acknowledged, resumed {n_resumed} times")
    assert n_resumed >= n_kills // 2  # a node that is killed need not have had anybody


def test_nodes_killed_at_random_points_lose_nothing(cluster: Cluster) -> None:
    _kill_nodes(cluster, 10, seed=2)


@pytest.mark.soak
def test_nodes_killed_a_hundred_times_lose_nothing(cluster: Cluster) -> None:
    _kill_nodes(cluster, 100, seed=time.time_ns())


def test_play_goes_on_without_redis_and_after_it_came_back(cluster: Cluster) -> None:
    party = Party([cluster.at(0), cluster.at(1)])
    two_more(party)
    cluster.redis.kill()
    two_more(party)
    cluster.redis.start()
    two_more(party)
    cluster.redis.flush()
    two_more(party)
    party.close()
    cluster.compare(party)


def test_play_and_talk_go_on_while_the_way_to_redis_is_cut(cluster: Cluster) -> None:
    party = Party([cluster.at(0), cluster.at(1)])
    cluster.redis.stall()
    try:
        two_more(party)
        _say_and_hear(*cluster.nodes[:2])
    finally:
        cluster.redis.recover()
    two_more(party)
    party.close()
    cluster.compare(party)


@pytest.mark.parametrize("first", [0, 1])
def test_play_and_talk_go_on_while_one_node_alone_has_no_way_to_redis(cluster: Cluster, first: int) -> None:
    with cluster.another() as (alone, cable):
        ways = [lambda: alone.url, cluster.at(0)]
        party = Party([ways[first], ways[1 - first], cluster.at(1)], spectator=True)
        two_more(party)
        cable.cut()
        two_more(party)
        _say_and_hear(alone, cluster.nodes[0])
        _say_and_hear(cluster.nodes[0], alone)
        cable.mend()
        two_more(party)
        party.catch_up()
        party.close()
        cluster.compare(party)


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_node_whose_clock_jumps_takes_nobodys_time(cluster: Cluster, folder: Path, seconds: int) -> None:
    clock = JumpingClock(folder)
    with cluster.another(InterpretedServer, **clock.environment) as (jumping, _):
        anna, bruno = Person(jumping, "Anna"), Person(cluster.nodes[0], "Bruno")
        table = sit_down(anna, bruno, TURN_S)
        with anna.socket() as hers, bruno.socket() as his:
            sockets, told = (hers, his), hers.watch(table, 0)
            his.watch(table, 1)
            clock.jump(seconds)
            for _ in range(4):  # each moves twice
                seat = who_is_to_act(told)
                act((anna, bruno)[seat], sockets[seat], told)
                told = [heard_of_turn(socket, 1 - seat) for socket in sockets][1 - seat]
        anna.close()
        bruno.close()


def test_talk_crosses_nodes(cluster: Cluster) -> None:
    _say_and_hear(*cluster.nodes[:2])


def _say_and_hear(one: Server, other: Server) -> None:
    anna, bruno = Person(one, "Anna"), Person(other, "Bruno")
    table = anna.table("rummikub", None)["id"]
    bruno.join(table)
    with anna.socket() as hers, bruno.socket() as his:
        hers.watch(table, 0)
        his.watch(table, 1)
        for text in ("one", "two"):
            hers.send("say", table=table, id=text, text=text)
            assert his.expect("said")["text"] == text
            assert hers.expect("said")["text"] == text
    anna.close()
    bruno.close()


def test_line_that_is_sent_to_two_nodes_is_said_once(cluster: Cluster) -> None:
    anna, bruno = Person(cluster.nodes[0], "Anna"), Person(cluster.nodes[2], "Bruno")
    table = anna.table("rummikub", None)["id"]
    bruno.join(table)
    elsewhere = Person(cluster.nodes[1], "Anna")
    elsewhere.http.cookies.update(anna.http.cookies)
    with anna.socket() as first, elsewhere.socket() as second, bruno.socket() as his:
        his.watch(table, 1)
        for text in ("one", "two"):
            for socket in (first, second):
                socket.send("say", table=table, id=text, text=text)
            assert first.expect("done") == second.expect("done")
        assert [his.expect("said")["text"] for _ in range(2)] == ["one", "two"]
    for person in (anna, elsewhere, bruno):
        person.close()


def test_without_postgresql_people_are_told_so_and_nothing_is_lost(cluster: Cluster) -> None:
    party = Party([cluster.at(0), cluster.at(1)])
    two_more(party)
    party.catch_up()  # without its journal a node cannot tell what another one has stored
    cluster.postgres.kill()
    party.play(lambda: any(player.refusals for player in party.players))
    cluster.postgres.start()
    two_more(party)
    party.close()
    cluster.compare(party)
    assert all(node.process.poll() is None for node in cluster.nodes)


def test_deadlines_of_a_killed_node_are_kept_by_another(cluster: Cluster) -> None:
    anna = Person(cluster.nodes[0], "Anna")
    table = anna.table("rummikub", None, clock={"type": "turn", "seconds": 1}, answer_s=3)["id"]
    bruno = Person(cluster.nodes[0], "Bruno")
    bruno.join(table)
    cluster.nodes[0].kill()
    with Person(cluster.nodes[1], "Célia").socket() as hers:
        before = hers.watch(table)
        after = hers.expect("table")
    assert after["seq"] > before["seq"]
    anna.close()
    bruno.close()
