"""Saves the curves of a delivered order as JCAMP-DX, and its data package for a repository. Python 3.9 or later, standard library only.

    MINGXI_URL=https://lab.example MINGXI_KEY=mx_live_… python3 package.py MX26010100001 folder
"""

import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ["MINGXI_URL"].rstrip("/")
KEY = os.environ["MINGXI_KEY"]
WAIT_SECONDS = 2


def request(path, body=None, idempotency_key=None):
    headers = {"Authorization": f"Bearer {KEY}"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers)) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        return error.read()


def call(name, body, idempotency_key=None):
    """One call. A refusal has a Chinese text for people and a stable name for programs."""
    answer = json.loads(request(f"/api/auth/{name}", body, idempotency_key))
    if answer.get("code") != 1:
        raise SystemExit(f"{answer.get('error')}: {answer.get('msg')}")
    return answer["data"]


def save_curves(order_no, folder):
    for file in call("report/list", {"orderNo": order_no})["files"]:
        if file["preview"] != "series" or file["replaced"]:
            continue
        curve = call("report/curveFile", {"fileId": file["id"], "format": "jcamp"})
        (folder / curve["name"]).write_text(curve["content"], encoding="utf-8", newline="")
        print(curve["name"], *curve["notes"])


def save_package(order_no, folder):
    started = call("dataPackage/start", {"orderNo": order_no, "licence": "CC-BY-4.0"}, str(uuid.uuid4()))
    while True:
        packages = call("dataPackage/list", {"orderNo": order_no})["packages"]
        mine = next(each for each in packages if each["id"] == started["id"])
        if mine["ready"]:
            break
        time.sleep(WAIT_SECONDS)
    link = call("dataPackage/link", {"id": started["id"]})
    (folder / f"{order_no}.zip").write_bytes(request(link["url"]))
    print(f"{order_no}.zip")


if __name__ == "__main__":
    number, target = sys.argv[1], pathlib.Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    save_curves(number, target)
    save_package(number, target)
