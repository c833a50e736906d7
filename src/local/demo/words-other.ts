/** Patterns of names in other languages: fewer, so that the catalogue is not limited to two languages. */
export const JAPANESE = {
  slots: {
    who: 'はるか|ゆうた|さくら|けんじ|みお|たくみ|あおい|りょう|なつき|ひなた|そら|まどか|ユキ|レン|カナ|ハルト|リコ|ケン',
    thing: '猫|珈琲|自転車|星|海|山|電車|団地|温泉|本|ラーメン|カメラ|ギター|畑|弁当|釣り|模型|お茶|雲|灯台|金魚',
    what: 'チャンネル|の部屋|日記|の時間|ラボ|散歩|研究所|ちゃんねる|手帖|便り|食堂|クラブ|倶楽部|の旅|ゲーム実況',
  },
  anyone: { person: ['{who}チャンネル', '{who}の部屋', '{who}と{thing}'], general: ['{thing}{what}', '{who}の{thing}{what}', '{thing}と{thing}'], nick: ['{who}ch', '{who} / {thing}', '{who}{what}'] },
  topics: {},
} // biome-ignore format: word lists

export const CHINESE = {
  slots: {
    who: '小林|阿明|老王|小雨|阿杰|晓晓|大鹏|莉莉|子涵|阿梅|小北|老陈|思思|浩哥|小满|阿凯',
    thing: '厨房|山野|旧书|单车|茶馆|乡村|夜市|相机|火车|菜园|棋谱|手工|面馆|星空|胡同|海边|咖啡|唱片',
    what: '日记|笔记|频道|工作室|说|研究所|时光|漫游|实验室|食堂|故事|课堂|手记|电台',
  },
  anyone: { person: ['{who}的{thing}', '{who}{what}', '{who}和{who}'], general: ['{thing}{what}', '{who}{thing}{what}', '一间{thing}'], nick: ['{who}TV', '{who}Vlog', '{thing}{what}'] },
  topics: {},
} // biome-ignore format: word lists

export const KOREAN = {
  slots: {
    who: '민지|서준|하은|지우|도윤|수아|현우|예린|태민|소라|은비|준호|나래|가온|다온|유진',
    thing: '고양이|부엌|자전거|캠핑|커피|기차|바다|산책|책방|기타|텃밭|라면|카메라|골목|별|공방',
    what: '일기|TV|채널|연구소|이야기|노트|여행|놀이터|교실|식탁|라디오|브이로그',
  },
  anyone: { person: ['{who}의 {thing}', '{who} {what}', '{who}네 {thing}'], general: ['{thing} {what}', '{who}의 {thing} {what}', '{thing}과 {who}'], nick: ['{who}TV', '{who}로그', '{thing}{what}'] },
  topics: {},
} // biome-ignore format: word lists

export const SPANISH = {
  slots: {
    who: 'Lucía|Mateo|Sofía|Diego|Valentina|Javier|Camila|Álvaro|Inés|Pablo|Carmen|Nicolás|Paula|Andrés|Rocío|Martín',
    last: 'Herrera|Cordero|Rojas|Vidal|Navarro|Peña|Santana|Ibáñez|Cano|Molina|Ríos|Lozano|Aguirre|Castaño',
    thing: 'cocina|guitarra|mochila|bicicleta|huerta|cámara|pizarra|taberna|montaña|radio|librería|cancha|playa|taller',
    what: 'de barrio|sin prisa|con sal|en casa|al sol|y café|de noche|para todos',
  },
  anyone: { person: ['{who} {last}', '{who} y {who}', '{who} {last}', '{who} {last}', 'Soy {who}'], general: ['La {thing} {what}', 'La {thing} de {who}', 'Mi {thing} {what}'], nick: ['{who}{n2}', '{who} {last} TV', 'El rincón de {who}'] },
  topics: {},
} // biome-ignore format: word lists

export const GERMAN = {
  slots: {
    who: 'Lena|Jonas|Marie|Felix|Anna|Lukas|Clara|Moritz|Frieda|Paul|Greta|Emil|Nele|Anton|Jule|Henrik',
    last: 'Brandt|Krüger|Lindemann|Vogel|Seidel|Hartwig|Böhm|Kessler|Ziegler|Falk|Reuter|Sommer|Winkler|Ebert',
    thing: 'Werkstatt|Küche|Garten|Bühne|Bibliothek|Garage|Backstube|Hütte|Redaktion|Sternwarte|Schreinerei|Imkerei',
    what: 'am See|im Norden|um die Ecke|mit Herz|ohne Eile|am Abend|für alle|auf Achse',
  },
  anyone: { person: ['{who} {last}', '{who} & {who}', '{who} {last}', '{who} erklärt'], general: ['{thing} {what}', '{last}s {thing}', '{thing} {last}'], nick: ['{who}{n2}', '{who} {last} TV', '{who} spielt'] },
  topics: {},
} // biome-ignore format: word lists
