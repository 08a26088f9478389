/**
 * Renders the demo's documents and pictures into files/: `node demo/media/make-pages.ts`. Needs Chromium and a Chinese
 * font, which is embedded in a PDF.
 */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";

const FILES = fileURLToPath(new URL("files/", import.meta.url));
const STYLE = `<style>
  @page { margin: 0 }
  body { margin: 0; font-family: "Noto Sans CJK SC", sans-serif; color: #1f2733; line-height: 1.7 }
  .sheet { padding: 18mm 20mm; font-size: 12pt } h1 { font-size: 20pt; text-align: center } h2 { font-size: 14pt }
  .slide { box-sizing: border-box; width: 254mm; height: 142mm; padding: 20mm; page-break-after: always; font-size: 20pt;
    background: linear-gradient(135deg, #1e93c6, #1274aa); color: #fff }
  .slide h1 { text-align: left; font-size: 34pt } svg text { font-family: inherit }
</style>`;

const PLAN = `<div class="sheet"><h1>《秋天》教学设计</h1>
<h2>教学目标</h2><p>认识“秋、气、了、树、叶”等生字，会写“了、子、人、大”。<br>正确、流利地朗读课文，感受秋天的美。</p>
<h2>教学重点</h2><p>识字写字，正确朗读课文。</p>
<h2>教学过程</h2><ol><li>看图导入：说一说你眼中的秋天。</li><li>初读课文：听老师朗读，圈出生字。</li>
<li>细读课文：天空有什么变化？树叶为什么像小船？</li><li>指导书写：看笔顺，写在田字格里。</li></ol>
<h2>作业</h2><p>捡一片落叶，做一张叶子书签，讲给家人听。</p></div>`;

const EXERCISE = `<div class="sheet"><h1>分数的初步认识练习</h1><p>姓名：__________　　班级：__________</p>
<h2>一、填一填</h2><p>1. 把一个蛋糕平均分成 4 份，每份是它的（　　）。<br>2. 3 个 1/8 是（　　），1 里面有（　　）个 1/5。<br>
3. 五分之二写作（　　），3/7 读作（　　）。</p>
<h2>二、比一比</h2><p>1/2 ○ 1/3　　2/5 ○ 4/5　　1 ○ 6/6　　3/8 ○ 1/8</p>
<h2>三、算一算</h2><p>1/4 + 2/4 =　　　5/6 - 1/6 =　　　1 - 3/7 =</p>
<h2>四、想一想</h2><p>一根绳子长 1 米，第一次用去它的 2/9，第二次用去它的 5/9，还剩几分之几？</p></div>`;

const SLIDES = [
  "水到哪里去了",
  "阳光晒热水面，水变成看不见的水蒸气",
  "水蒸气升高遇冷，聚成云",
  "云里的水滴变大，落下来就是雨",
]
  .map((text, index) => `<div class="slide"><h1>${text}</h1><p>${index + 1} / 4</p></div>`)
  .join("");

const LEAF = `<svg viewBox="0 0 960 540" width="960" height="540" xmlns="http://www.w3.org/2000/svg">
<rect width="960" height="540" fill="#eaf8ec"/>
<path d="M300 430C250 250 380 110 640 90c20 190-90 340-340 340Z" fill="#57b36a"/>
<path d="M240 500c120-130 230-250 390-400M380 350l-10-120M470 260l-4-100M420 305l130 0M510 220l100-8" fill="none" stroke="#1f6b37" stroke-width="8" stroke-linecap="round"/>
<g font-size="30" fill="#14361f"><text x="690" y="110">叶片</text><text x="690" y="240">叶脉</text><text x="110" y="500">叶柄</text></g>
<path d="M680 100H630M680 230H600M180 490h55" stroke="#14361f" stroke-width="3"/></svg>`;

const MOON = `<svg viewBox="0 0 960 540" width="960" height="540" xmlns="http://www.w3.org/2000/svg">
<rect width="960" height="540" fill="#14213d"/><g fill="#fff" font-size="30" text-anchor="middle">
${["新月", "上弦月", "满月", "下弦月"].map((name, index) => `<text x="${150 + index * 220}" y="420">${name}</text>`).join("")}</g>
<g fill="#3b4a6b">${[0, 1, 2, 3].map((index) => `<circle cx="${150 + index * 220}" cy="250" r="80"/>`).join("")}</g>
<g fill="#ffe9a8"><path d="M370 170a80 80 0 0 1 0 160Z"/><circle cx="590" cy="250" r="80"/><path d="M810 170a80 80 0 0 0 0 160Z"/></g></svg>`;

const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? "",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 960, height: 540 } });
for (const [name, html] of Object.entries({ "autumn-plan": PLAN, "fraction-exercise": EXERCISE })) {
  await page.setContent(STYLE + html);
  await page.pdf({ path: `${FILES}${name}.pdf`, format: "A4" });
}
await page.setContent(STYLE + SLIDES);
await page.pdf({
  path: `${FILES}water-slides.pdf`,
  width: "254mm",
  height: "142mm",
  printBackground: true,
});
for (const [name, svg] of Object.entries({ leaf: LEAF, "moon-phases": MOON })) {
  await page.setContent(STYLE + svg);
  await page.screenshot({ path: `${FILES}${name}.png` });
}
await browser.close();
