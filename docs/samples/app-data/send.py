"""Sends a badge, a to-do and a card for a person of your app, then takes the to-do back (docs/apps.md).

APP_ID=… APP_SECRET=… PLATFORM_URL=http://127.0.0.1:7100 python3 send.py <sub> <identity>        (Python 3.9, no packages)
"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import quote

APP_ID = os.environ.get("APP_ID", "")
APP_SECRET = os.environ.get("APP_SECRET", "")
PLATFORM_URL = os.environ.get("PLATFORM_URL", "http://127.0.0.1:7100")
if not APP_ID or not APP_SECRET:
    sys.exit("请设置环境变量 APP_ID 和 APP_SECRET")
if len(sys.argv) != 3:
    sys.exit("python3 send.py <sub> <identity>")

TRIES = 5
TOMORROW = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400))


def send(method, path, body=None):
    """Sends one request; where there were too many, again after as many seconds as the platform says."""
    basic = base64.b64encode(f"{APP_ID}:{APP_SECRET}".encode()).decode()
    headers = {"Authorization": f"Basic {basic}"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    address = f"{PLATFORM_URL}/app/v1/{path}"
    request = urllib.request.Request(address, data=data, headers=headers, method=method)
    for nth in range(1, TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=5) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as error:
            if error.code == 429 and nth < TRIES:
                time.sleep(int(error.headers.get("Retry-After", "1")))
                continue
            if error.code == 404:
                sys.exit("学门不认识这个人，或者此人现在看不到这个应用")
            answer = json.load(error)
            sys.exit(f"{answer['msg']} {json.dumps(answer['data'], ensure_ascii=False)}")


sub, identity = sys.argv[1:]
# a clock serves as a version: what is sent later wins
version = int(time.time() * 1000)
person = f"people/{quote(sub, safe='')}"

sent = send(
    "POST",
    "batch",
    {
        "badges": [{"sub": sub, "version": version, "identity": identity, "count": 4}],
        "todos": [{"sub": sub, "key": "page-4", "version": version, "title": "口算第 4 页", "due": TOMORROW}],
        "cards": [
            {"sub": sub, "key": "stars", "version": version, "kind": "figure", "title": "本周星星", "value": "13", "unit": "颗"}
        ],
    },
)
print("batch", json.dumps(sent))

older = send("PUT", f"{person}/badge", {"version": version - 1, "identity": identity, "count": 9})
print("badge", older["result"])

gone = send("DELETE", f"{person}/todos/page-4?version={version + 1}")
print("todo", gone["result"])
