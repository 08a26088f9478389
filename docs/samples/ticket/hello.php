<?php
// An app of kind `ticket` (docs/apps.md): takes the one-time ticket, asks the platform who it stands for, greets.
//   APP_ID=… APP_SECRET=… PLATFORM_URL=http://127.0.0.1:7100 php -S 127.0.0.1:7200 hello.php      (PHP 8, no packages)
declare(strict_types=1);

$appId = getenv('APP_ID') ?: '';
$appSecret = getenv('APP_SECRET') ?: '';
$platformUrl = getenv('PLATFORM_URL') ?: 'http://127.0.0.1:7100';

/** The person behind the ticket; null when the platform refuses it, an exception when it cannot be asked. */
function redeem(string $platformUrl, string $appId, string $appSecret, string $ticket): ?array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Basic ' . base64_encode("$appId:$appSecret"),
            'Content-Type: application/json',
        ],
        'content' => json_encode(['ticket' => $ticket]),
        'timeout' => 5,
        'ignore_errors' => true,
    ]]);
    $body = @file_get_contents("$platformUrl/dt-platform/v1/sso/api/app/redeem", false, $context);
    $answer = $body === false ? null : json_decode($body, true);
    if (!is_array($answer) || $answer['code'] >= 50000) {
        throw new RuntimeException('The platform could not be asked');
    }
    if ($answer['code'] === 200) {
        return $answer['data'];
    }
    error_log("学门没有接受票据：{$answer['code']} {$answer['msg']}");
    return null;
}

function page(int $status, string $text): void
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    echo '<!doctype html><meta charset="utf-8"><title>你好</title><h1>', htmlspecialchars($text), '</h1>';
}

if ($appId === '' || $appSecret === '') {
    page(500, '请设置环境变量 APP_ID 和 APP_SECRET');
    return;
}
if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/') {
    page(404, '没有这个页面');
    return;
}
session_start(['name' => 'hello', 'cookie_httponly' => true, 'cookie_samesite' => 'Lax', 'use_strict_mode' => true]);
$ticket = $_GET['ticket'] ?? null;
if (!is_string($ticket)) {
    $person = $_SESSION['person'] ?? null;
    if ($person === null) {
        page(400, '请从学门打开这个应用');
        return;
    }
    $about = array_filter([$person['school']['name'] ?? '', $person['identity'] ?? '']);
    page(200, '你好，' . ($person['name'] ?? '同学') . '！' . implode(' ', $about));
    return;
}
try {
    $person = redeem($platformUrl, $appId, $appSecret, $ticket);
} catch (RuntimeException $error) {
    error_log($error->getMessage());
    page(502, '暂时联系不上学门，请稍后再试');
    return;
}
if ($person === null) {
    page(400, '这次打开已经失效，请回到学门重新打开');
    return;
}
session_regenerate_id(true);
$_SESSION['person'] = $person;
// the ticket must not stay in the address bar
header('Referrer-Policy: no-referrer');
header('Location: /', true, 303);
