import type { Topics } from "./topics.ts";

/** Topics of 语文、英语, by grade, as textbooks name them. */
export const LANGUAGES: Topics = {
  chinese: {
    1: "天地人 金木水火土 秋天 小小的船 江南 四季 比尾巴 乌鸦喝水 雪地里的小画家 静夜思",
    2: "小蝌蚪找妈妈 我是什么 曹冲称象 登鹳雀楼 日月潭 坐井观天 寒号鸟 雾在哪里 雪孩子 望庐山瀑布",
    3: "大青树下的小学 秋天的雨 铺满金色巴掌的水泥道 卖火柴的小女孩 富饶的西沙群岛 海滨小城 美丽的小兴安岭 司马光 掌声 望天门山",
    4: "观潮 走月亮 爬山虎的脚 蟋蟀的住宅 盘古开天地 精卫填海 王戎不取道旁李 题西林壁 牛和鹅 出塞",
    5: "白鹭 落花生 桂花雨 将相和 猎人海力布 圆明园的毁灭 示儿 松鼠 慈母情深 四季之美",
    6: "草原 丁香结 七律·长征 狼牙山五壮士 开国大典 竹节人 桥 夏天里的成长 少年闰土 月光曲",
    7: "春 济南的冬天 观沧海 秋天的怀念 散步 从百草园到三味书屋 论语十二章 诫子书 皇帝的新装 天上的街市",
    8: "消息二则 藤野先生 背影 白杨礼赞 三峡 记承天寺夜游 愚公移山 苏州园林 中国石拱桥 饮酒",
    9: "沁园春·雪 我爱这土地 乡愁 岳阳楼记 醉翁亭记 故乡 我的叔叔于勒 孤独之旅 智取生辰纲 水调歌头",
    10: "短歌行 归园田居 赤壁赋 登泰山记 荷塘月色 故都的秋",
    11: "离骚 屈原列传 苏武传 将进酒 蜀道难 促织",
    12: "氓 项脊轩志 种树郭橐驼传 石钟山记 望海潮 扬州慢",
  },
  english: {
    3: "Unit 1 Making friends;Unit 2 Different families;Unit 3 Amazing animals;Unit 4 Plants around us;Unit 5 The colourful world;Unit 6 Useful numbers;Colours and shapes;Phonics: short vowels",
    4: "Unit 1 Helping at home;Unit 2 My friends;Unit 3 Places we live in;Unit 4 Helping in the community;Unit 5 The weather and us;Unit 6 Changing for the seasons;What time is it;Phonics: long vowels",
    5: "Unit 1 What's he like;Unit 2 My week;Unit 3 What would you like;Unit 4 What can you do;Unit 5 There is a big bed;Unit 6 In a nature park;Story time: the hungry bear;Culture: Chinese food",
    6: "Unit 1 How can I get there;Unit 2 Ways to go to school;Unit 3 My weekend plan;Unit 4 I have a pen pal;Unit 5 What does he do;Unit 6 How do you feel;Past tense: last weekend;Story time: a healthy day",
    7: "Unit 1 You and me;Unit 2 We're family;Unit 3 My school;Unit 4 My favourite subject;Unit 5 Fun clubs;Unit 6 A day in the life;Unit 7 Happy birthday;Present simple review",
    8: "Unit 1 Where did you go on vacation;Unit 2 How often do you exercise;Unit 3 I'm more outgoing than my sister;Unit 4 What's the best movie theater;Unit 5 Do you want to watch a game show;Unit 6 I'm going to study computer science;Comparatives and superlatives;Writing a travel diary",
    9: "Unit 1 How can we become good learners;Unit 2 I think that mooncakes are delicious;Unit 3 Could you please tell me where the restrooms are;Unit 4 I used to be afraid of the dark;Unit 5 What are the shirts made of;Unit 6 When was it invented;The passive voice;Writing an argument",
    10: "Teenage life;Travelling around;Sports and fitness;Natural disasters;Languages around the world",
    11: "Science fiction;Iconic attractions;Morals and virtues;Workplaces of the future;The value of money",
    12: "Science and scientists;Bridging cultures;Crossing cultures;Food and culture;First aid",
  },
};
