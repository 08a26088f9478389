"""An app of kind `ticket` (docs/apps.md): takes the one-time ticket, asks the platform who it stands for, greets.

APP_ID=… APP_SECRET=… PLATFORM_URL=http://127.0.0.1:7100 python3 hello.py        (Python 3.9, no packages)
"""

import base64
import html
import json
import os
import re
import secrets
import sys
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

APP_ID = os.environ.get("APP_ID", "")
APP_SECRET = os.environ.get("APP_SECRET", "")
PLATFORM_URL = os.environ.get("PLATFORM_URL", "http://127.0.0.1:7100")
PORT = int(os.environ.get("PORT", "7200"))
if not APP_ID or not APP_SECRET:
    sys.exit("请设置环境变量 APP_ID 和 APP_SECRET")

HOUR = 3600
visits = {}


def redeem(ticket):
    """The person behind the ticket; None when the platform refuses it, OSError when it cannot be asked."""
    basic = base64.b64encode(f"{APP_ID}:{APP_SECRET}".encode()).decode()
    request = urllib.request.Request(
        f"{PLATFORM_URL}/dt-platform/v1/sso/api/app/redeem",
        data=json.dumps({"ticket": ticket}).encode(),
        headers={"Authorization": f"Basic {basic}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        if error.code >= 500:
            raise
        answer = json.load(error)
        print(f"学门没有接受票据：{answer['code']} {answer['msg']}", file=sys.stderr)
        return None


class Hello(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        if url.path != "/":
            return self.page(404, "没有这个页面")
        ticket = parse_qs(url.query).get("ticket")
        if ticket is None:
            person = self.visitor()
            if person is None:
                return self.page(400, "请从学门打开这个应用")
            school = (person.get("school") or {}).get("name", "")
            about = " ".join(filter(None, [school, person.get("identity")]))
            return self.page(200, f"你好，{person.get('name', '同学')}！{about}")
        try:
            person = redeem(ticket[0])
        except OSError as error:
            print(error, file=sys.stderr)
            return self.page(502, "暂时联系不上学门，请稍后再试")
        if person is None:
            return self.page(400, "这次打开已经失效，请回到学门重新打开")
        key = secrets.token_urlsafe(32)
        visits[key] = (person, time.time() + HOUR)
        # the ticket must not stay in the address bar
        self.send_response(303)
        self.send_header("Location", "/")
        self.send_header("Set-Cookie", f"hello={key}; HttpOnly; SameSite=Lax; Path=/")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()

    def visitor(self):
        found = re.search(r"(?:^|; )hello=([\w-]+)", self.headers.get("Cookie", ""))
        person, until = visits.get(found[1] if found else "", (None, 0))
        return person if until > time.time() else None

    def page(self, status, text):
        body = f'<!doctype html><meta charset="utf-8"><title>你好</title><h1>{html.escape(text)}</h1>'
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_request(self, *_):
        """Addresses carry tickets: they are not logged."""


print(f"http://127.0.0.1:{PORT}/", flush=True)
ThreadingHTTPServer(("127.0.0.1", PORT), Hello).serve_forever()
