import { describe, expect, test } from "vitest";
import { richText, richTextOf } from "./rich-text.ts";

describe("rich text", () => {
  test.each([
    ["<h2>一、账号</h2>\n<ul>\n<li>甲</li>\n</ul>", "<h2>一、账号</h2>\n<ul>\n<li>甲</li>\n</ul>"],
    ["<p><b>甲</b><br/>乙<hr></p>", "<p><b>甲</b><br />乙</p><hr /><p></p>"],
    ["<H1 class=x>题</H1>", "<h2>题</h2>"],
    [
      '<td colspan="2" rowspan=3 onclick="x()" style="x">甲</td>',
      '<td colspan="2" rowspan="3">甲</td>',
    ],
    ["<p onclick='x()' style=color:red>甲</p>", "<p>甲</p>"],
    ["a &amp; b & c &lt; &#39; &#x27; &nope &nbsp;", "a &amp; b &amp; c &lt; ' ' &amp;nope"],
    ["1 < 2 > 1 <3", "1 &lt; 2 &gt; 1 &lt;3"],
    ["甲\u0000\u0007乙", "甲乙"],
  ])("%s", (given, kept) => {
    expect(richText(given).html).toBe(kept);
  });

  test.each([
    "<script>alert(1)</script>",
    "<ScRiPt src=//x>alert(1)</sCrIpT >",
    "<script>alert(1)",
    "<script >a</script/>",
    "<style>p{}</style>",
    "<svg><script>alert(1)</script></svg>",
    "<svg onload=alert(1)>",
    "<math><mi//xlink:href='data:x,<script>1</script>'>",
    "<iframe srcdoc='<script>1</script>'></iframe>",
    "<template><p>x</p></template>",
    "<textarea></textarea  >",
    "<!-- <p>x</p> -->",
    "<!-- x",
    "<!doctype html>",
    "<?xml x?>",
    "<img src=x onerror=alert(1)>",
    "<img src='a>b' onerror=alert(1)>",
    "<input autofocus onfocus=x>",
    "<base href=//x><meta http-equiv=refresh content=0><link rel=x><form action=x></form>",
    "<a:b onclick=1>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<select><option><img src=x onerror=alert(1)></select>",
  ])("nothing of %s stays", (given) => {
    expect(richText(given).html).toBe("");
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//evil.example",
    "#/login",
    "/x",
    "https://a b",
    "https://a\\b",
  ])("a link to %s goes nowhere", (address) => {
    expect(richText(`<a href="${address}">x</a>`).html).toBe("<a>x</a>");
  });

  test("a link elsewhere tells the other page nothing", () => {
    expect(richText("<a href='https://a.cn/?a=1&b=2' onclick=x>x</a>").html).toBe(
      '<a href="https://a.cn/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>',
    );
  });

  test("what is open is closed, what was never open is not, a paragraph holds no other", () => {
    expect(richText("<p>甲<p>乙<ul><li><b>丙</ul></div></p>丁</i>").html).toBe(
      "<p>甲</p><p>乙</p><ul><li><b>丙</b></li></ul><p></p>丁",
    );
    expect(richText("<b>".repeat(5000)).html).toBe(`${"<b>".repeat(24)}${"</b>".repeat(24)}`);
    expect(richText('<p title="never ends>甲</p>').html).toBe("");
  });

  test("written once, it stays as it is", () => {
    const once = richText("<div><p>a & b<a href=https://x.cn>x</a><img src=x><1>&amp;lt;</div>");
    expect(richText(once.html)).toEqual({ html: once.html, dropped: [] });
    expect(once.dropped).toEqual(["img"]);
  });

  test("a plain text becomes paragraphs", () => {
    expect(richTextOf("第一条\r\n内容 <b>&amp;\n\n\n第二条\n").html).toBe(
      "<p>第一条<br />内容 &lt;b&gt;&amp;amp;</p>\n<p>第二条</p>",
    );
  });

  test("markup made to be slow is not", () => {
    for (const one of ["<", "<a", "<a ", '<a b="', "</", "<!--", "&", "<script>", "a=b ", "<p>"]) {
      expect(richText(one.repeat(40_000)).html.length).toBeLessThan(600_000);
    }
  });
});
