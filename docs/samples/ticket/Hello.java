// An app of kind `ticket` (docs/apps.md): takes the one-time ticket, asks the platform who it stands for, greets.
//   APP_ID=… APP_SECRET=… PLATFORM_URL=http://127.0.0.1:7100 java -Dfile.encoding=UTF-8 Hello.java        (Java 17, no packages)

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Hello {
  static final String APP_ID = setting("APP_ID", "");
  static final String APP_SECRET = setting("APP_SECRET", "");
  static final String PLATFORM_URL = setting("PLATFORM_URL", "http://127.0.0.1:7100");
  static final int PORT = Integer.parseInt(setting("PORT", "7200"));

  static final HttpClient CLIENT = HttpClient.newHttpClient();
  static final SecureRandom RANDOM = new SecureRandom();
  static final Map<String, Visit> VISITS = new ConcurrentHashMap<>();

  record Visit(Map<?, ?> person, Instant until) {}

  public static void main(String[] args) throws IOException {
    if (APP_ID.isEmpty() || APP_SECRET.isEmpty()) {
      System.err.println("请设置环境变量 APP_ID 和 APP_SECRET");
      System.exit(1);
    }
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), PORT), 0);
    server.createContext("/", Hello::answer);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
    System.out.println("http://127.0.0.1:" + PORT + "/");
  }

  static void answer(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestURI().getPath().equals("/")) {
      page(exchange, 404, "没有这个页面");
      return;
    }
    var ticket = query(exchange, "ticket");
    if (ticket == null) {
      var person = visitor(exchange);
      if (person == null) page(exchange, 400, "请从学门打开这个应用");
      else page(exchange, 200, greeting(person));
      return;
    }
    Map<?, ?> person;
    try {
      person = redeem(ticket);
    } catch (IOException | InterruptedException | IllegalArgumentException error) {
      System.err.println(error.getMessage());
      page(exchange, 502, "暂时联系不上学门，请稍后再试");
      return;
    }
    if (person == null) {
      page(exchange, 400, "这次打开已经失效，请回到学门重新打开");
      return;
    }
    var bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    var key = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    VISITS.put(key, new Visit(person, Instant.now().plus(Duration.ofHours(1))));
    // the ticket must not stay in the address bar
    var headers = exchange.getResponseHeaders();
    headers.set("Location", "/");
    headers.set("Set-Cookie", "hello=" + key + "; HttpOnly; SameSite=Lax; Path=/");
    headers.set("Referrer-Policy", "no-referrer");
    exchange.sendResponseHeaders(303, -1);
    exchange.close();
  }

  /** The person behind the ticket; null when the platform refuses it, IOException when it cannot be asked. */
  static Map<?, ?> redeem(String ticket) throws IOException, InterruptedException {
    var basic = Base64.getEncoder().encodeToString((APP_ID + ":" + APP_SECRET).getBytes(UTF_8));
    var form = "ticket=" + java.net.URLEncoder.encode(ticket, UTF_8);
    var request = HttpRequest.newBuilder(URI.create(PLATFORM_URL + "/dt-platform/v1/sso/api/app/redeem"))
        .timeout(Duration.ofSeconds(5))
        .header("Authorization", "Basic " + basic)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form))
        .build();
    var response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    if (response.statusCode() >= 500) throw new IOException("The platform answered " + response.statusCode());
    var answer = (Map<?, ?>) new Json(response.body()).value();
    if (response.statusCode() == 200) return (Map<?, ?>) answer.get("data");
    System.err.println("学门没有接受票据：" + answer.get("code") + " " + answer.get("msg"));
    return null;
  }

  static String greeting(Map<?, ?> person) {
    var name = person.get("name") instanceof String text ? text : "同学";
    var school = person.get("school") instanceof Map<?, ?> map ? map.get("name") : null;
    var about = Stream.of(school, person.get("identity"))
        .filter(String.class::isInstance).map(String.class::cast).collect(Collectors.joining(" "));
    return "你好，" + name + "！" + about;
  }

  static Map<?, ?> visitor(HttpExchange exchange) {
    var cookies = exchange.getRequestHeaders().getFirst("Cookie");
    var found = Pattern.compile("(?:^|; )hello=([\\w-]+)").matcher(cookies == null ? "" : cookies);
    var visit = found.find() ? VISITS.get(found.group(1)) : null;
    return visit != null && visit.until().isAfter(Instant.now()) ? visit.person() : null;
  }

  static String query(HttpExchange exchange, String name) {
    var query = exchange.getRequestURI().getRawQuery();
    if (query == null) return null;
    return Stream.of(query.split("&")).filter(part -> part.startsWith(name + "=")).findFirst()
        .map(part -> java.net.URLDecoder.decode(part.substring(name.length() + 1), UTF_8)).orElse(null);
  }

  static void page(HttpExchange exchange, int status, String text) throws IOException {
    var escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    var body = ("<!doctype html><meta charset=\"utf-8\"><title>你好</title><h1>" + escaped + "</h1>").getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  static String setting(String name, String fallback) {
    var value = System.getenv(name);
    return value == null ? fallback : value;
  }

  /** Reads JSON; Java brings no reader. With Jackson or Gson in the project, use that instead. */
  static class Json {
    final String text;
    int at = 0;

    Json(String text) {
      this.text = text;
    }

    Object value() {
      switch (next()) {
        case '{': {
          var map = new LinkedHashMap<String, Object>();
          for (char sign = step(); next() != '}'; sign = step()) {
            if (sign != '{' && sign != ',') throw wrong();
            next();
            var key = string();
            if (next() != ':') throw wrong();
            at++;
            map.put(key, value());
            if (next() == '}') break;
          }
          at++;
          return map;
        }
        case '[': {
          List<Object> list = new ArrayList<>();
          for (char sign = step(); next() != ']'; sign = step()) {
            if (sign != '[' && sign != ',') throw wrong();
            list.add(value());
            if (next() == ']') break;
          }
          at++;
          return list;
        }
        case '"':
          return string();
        default: {
          var word = Pattern.compile("[-+.\\w]+").matcher(text).region(at, text.length());
          if (!word.lookingAt()) throw wrong();
          at = word.end();
          return switch (word.group()) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> new java.math.BigDecimal(word.group());
          };
        }
      }
    }

    String string() {
      var read = new StringBuilder();
      if (step() != '"') throw wrong();
      for (char sign = step(); sign != '"'; sign = step()) read.append(sign == '\\' ? escaped(step()) : sign);
      return read.toString();
    }

    char escaped(char sign) {
      if (sign == 'u') return (char) Integer.parseInt(text.substring(at, at += 4), 16);
      var found = "bfnrt".indexOf(sign);
      return found < 0 ? sign : "\b\f\n\r\t".charAt(found);
    }

    char next() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
      return peek();
    }

    char peek() {
      if (at >= text.length()) throw wrong();
      return text.charAt(at);
    }

    char step() {
      var sign = peek();
      at++;
      return sign;
    }

    IllegalArgumentException wrong() {
      return new IllegalArgumentException("The platform's answer is not JSON");
    }
  }
}
