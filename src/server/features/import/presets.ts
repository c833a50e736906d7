import type { ImportField } from '#shared/rules/imports.ts'

/**
 * Headers of each field in a dozen languages, in any spelling, the most certain first. If several columns of a file match a
 * field, the first in this order that has a value is used.
 */
export const HEADERS = {
  name:
    'channel name|channel title|channel titles|titre de la chaine|titres des chaines|titulo del canal|titulos de los canales|titulo do canal|titolo canale|titolo del canale|kanaltitel|kanal basligi|tytuł kanału|nazev kanalu|チャンネルのタイトル|頻道標題|频道标题|채널 제목|заголовок канала|youtuber name|youtube channel|youtuber|youtubers|name of channel|channel|snippet title|brandingsettings channel title|название канала|имя канала|наименование канала|канал|ютубер|блогер|назва каналу|' +
    'nombre del canal|canal|nombre canal|kanalname|name des kanals|kanal|nom de la chaine|nom de chaine|chaine|nome do canal|nome canale|nome del canale|canale|kanal adi|nazwa kanalu|频道名称|頻道名稱|频道名|頻道名|频道|頻道|チャンネル名|チャンネル|채널명|채널 이름|채널|' +
    'title|name|display name|creator|creator name|influencer|influencer name|blogger|full name|username|brand channel|название|имя|наименование|наименование блогера|автор|nombre|titulo|titel|titre|nom|nome|titolo|ad|adi|isim|名称|名稱|名前|标题|標題|名字|' +
    'タイトル|이름|제목|автор канала',
  platform: 'platform|network|site|service|платформа|площадка|соцсеть|plataforma|plattform|plateforme|平台|プラットフォーム',
  platform_id:
    'channel id|channel ids|id des chaines|id da canal|id canale|identyfikator kanału|kanal kimligi|id kanalu|snippet resourceid channelid|id channelid|snippet channelid|идентификатор каналу|ідентифікатор каналу|youtube channel id|yt channel id|id channel|youtube id|yt id|ucid|external id|platform id|ид канала|id канала|айди канала|идентификатор канала|id каналу|id del canal|id canal|kanal id|id de la chaine|id chaine|' +
    'id do canal|频道id|頻道id|チャンネルid|채널id|id|id del canale',
  handle: 'handle|channel handle|youtube handle|yt handle|at handle|ник|никнейм|хендл|псевдоним|usuario|benutzername|identifiant|kullanici adi|nickname|nick|用户名|帳號|账号|ハンドル|핸들',
  custom_url: 'custom url|uploader id|channel username|channel custom url|snippet custom url|vanity url',
  url:
    'channel url|channel urls|url des chaines|url canale|url del canale|adres url kanału|kanal url si|チャンネルの url|頻道網址|频道网址|채널 url|url канала|url каналу|profile url|profile link|social profile url|channel page|author url|input channel url|uploader url|канал ссылка|youtube channel link|youtube profile|channel link|channel links|youtube url|youtube link|yt link|link to channel|url|link|links|channel address|ссылка на канал|ссылка|адрес канала|адрес|посилання|url del canal|enlace|enlace del canal|kanal url|kanal link|' +
    'url de la chaine|lien|lien de la chaine|url do canal|link do canal|baglanti|频道链接|頻道連結|链接|連結|网址|網址|リンク|チャンネルurl|링크|채널 링크|href|website youtube|посилання на канал|link del canale|kanal linki|kanal baglantisi|link do kanalu|adres kanalu|채널 주소',
  thumbnail:
    'channel avatar url|channel avatar|channel picture|profile image link|thumbnails high url|thumbnails medium url|thumbnails default url|thumbnail|thumbnail url|thumbnails|avatar|avatar url|profile image|profile picture|profile pic|profile image url|channel thumbnail|logo|logo url|picture|image|image url|icon|snippet thumbnails high url|snippet thumbnails medium url|' +
    'snippet thumbnails default url|аватар|аватарка|логотип|картинка|изображение|фото|foto|imagen|bild|image de profil|foto de perfil|miniatura|头像|頭像|アイコン|썸네일|profile picture url',
  content_type:
    'content type|content types|category|categories|channel type|channel category|main category|genre|genres|topic|topics|niche|vertical|video category id|category name|category id|section|type|theme|topicdetails topiccategories|' +
    'категория|категории|тематика|тема|тип контента|жанр|рубрика|ниша|направление|категорія|categoria|categorias|tipo de contenido|tema|kategorie|kategorien|thema|categorie|theme de la chaine|kategori|icerik turu|类别|類別|分类|分類|类型|類型|カテゴリ|' +
    'カテゴリー|ジャンル|카테고리|thematique|tematica|nicho|kategoria',
  audience: 'target audience|audience|audiences|age group|audience age|целевая аудитория|аудитория|возраст аудитории|возраст|publico|publico objetivo|audiencia|zielgruppe|public cible|publico alvo|hedef kitle|受众|受眾|目标受众|ターゲット|視聴者層|타겟',
  subscribers:
    'channel follower count|channel subscribers count|subscribers total|youtube subscribers|subscribers|suscribers|subscriber|subs|subscriber count|subscribers count|sub count|subs count|channel subscribers|channel subscriber count|number of subscribers|number of subs|total subscribers|statistics subscribercount|followers|' +
    'follower count|followers count|fans|fan count|members|audience size|подписчики|подписчиков|количество подписчиков|кол во подписчиков|число подписчиков|подписчики канала|аудитория подписчиков|підписники|кількість підписників|' +
    'suscriptores|numero de suscriptores|seguidores|abonnenten|abonnentenzahl|anzahl abonnenten|abonnes|nombre d abonnes|inscritos|numero de inscritos|assinantes|iscritti|abone|abone sayisi|aboneler|subskrybenci|订阅者|訂閱者|订阅数|訂閱數|订阅者数|' +
    '訂閱人數|订阅人数|粉丝|粉丝数|粉絲數|登録者数|チャンネル登録者数|登録者|구독자|구독자수|of subscribers|yt subs|youtube subs|subscriber count text|anzahl der abonnenten|abos|numero di iscritti|liczba subskrybentow|subskrypcje|підписників',
  subscriber_status: 'subscriber status|subscribers status|hidden subscriber count|statistics hiddensubscribercount|subscribers hidden|подписчики скрыты',
  views:
    'channel total video views|views count|views|view count|total views|channel views|channel view count|channel total views|video views|total video views|statistics viewcount|lifetime views|views total|number of views|просмотры|просмотров|количество просмотров|' +
    'кол во просмотров|число просмотров|всего просмотров|просмотры канала|общее количество просмотров|перегляди|visualizaciones|vistas|reproducciones|visualizaciones totales|aufrufe|anzahl aufrufe|gesamtaufrufe|vues|nombre de vues|' +
    'vues totales|visualizacoes|visualizacoes totais|total de visualizacoes|visualizzazioni|izlenme|goruntulenme|toplam izlenme|goruntulenme sayisi|观看次数|觀看次數|总观看次数|總觀看次數|播放量|总播放量|視聴回数|再生回数|総再生回数|総視聴回数|조회수|총 조회수|total view count|кількість переглядів|vistas totales|visualizzazioni totali|toplam goruntulenme|wyswietlenia|liczba wyswietlen',
  uploads:
    'channel total videos|total uploads|uploads count|channel videos count|uploads|video uploads|upload count|videos|video count|number of videos|total videos|videos count|statistics videocount|channel video count|channel videos|видео|количество видео|кол во видео|число видео|всего видео|роликов|' +
    'количество роликов|відео|numero de videos|videos subidos|anzahl videos|videoanzahl|nombre de videos|quantidade de videos|total de videos|numero di video|video sayisi|视频数|影片數|视频数量|影片數量|動画数|投稿数|동영상 수|영상 수|no of videos|video count text|кількість відео|anzahl der videos|cantidad de videos|filmy|liczba filmow|動画本数',
  country: 'channel location|brandingsettings channel country|snippet location|location country|country|country region|country code|город и страна|город страна|city and country|страна и город|страна город|city country|lugar|standort|ort|lieu|localisation|localizacao|ubicacion|localita|konum|lokalizacja|местоположение|местонахождение|локация|регион|所在地|地区|channel country|abbreviation|iso country|location|snippet country|region|страна|код страны|страна канала|країна|pais|codigo de pais|land|pays|paese|ulke|kraj|国家|國家|国|国家地区|国・地域|국가|나라|country of origin',
  language: 'brandingsettings channel defaultlanguage|language|lang|channel language|default language|snippet default language|language code|язык|язык канала|мова|idioma|lengua|lenguaje|sprache|langue|lingua|dil|jezyk|语言|語言|言語|언어|main language|primary language|channel lang',
  last_upload_at:
    'last upload|last upload at|last upload date|last video|last video date|last video at|latest upload|latest video date|last published|last activity|последнее видео|дата последнего видео|последняя загрузка|ultimo video|letztes video|' +
    'derniere video|son video|最新视频时间|最近更新|最終投稿日|최근 업로드|latest video|last post date|ostatni film',
  status: 'status|channel status|state|состояние|статус|статус канала',
  fetched_at:
    'fetched at|fetched|date|as of|as of date|collected at|collection date|crawled at|crawl date|scraped at|scrape date|updated at|last updated|retrieved at|snapshot date|timestamp|дата|дата сбора|дата обновления|обновлено|fecha|datum|' +
    'tarih|data|日期|更新日期|取得日|更新日|날짜',
  source: 'source|data source|источник|quelle|fuente|fonte|kaynak|来源|來源|出典|출처|zrodlo',
  email:
    'email|emails|emails value|email found|public emails|business emails|channel email|mail|email address|contact email|business email|contact|contacts|email addresses|contact address|public email|почта|эл почта|электронная почта|имейл|емейл|мейл|контакт|контакты|контактный email|адрес почты|пошта|correo|' +
    'correo electronico|contacto|kontakt|e mail adresse|courriel|adresse email|contato|e posta|iletisim|邮箱|郵箱|电子邮件|電子郵件|联系方式|聯絡方式|メール|メールアドレス|連絡先|이메일|연락처|контактная почта|почта для рекламы|електронна пошта|e mail de contato|email di contatto|e posta adresi|adres e mail|이메일 주소',
  contact_source: 'contact source|contact source kind|email source|source of contact|contact origin|источник контакта|источник почты|fuente del contacto|quelle des kontakts|source du contact|fonte do contato|联系方式来源|連絡先の出典',
  contact_source_url:
    'contact source url|contact url|email source url|contact source link|source url|contact page|ссылка на источник контакта|адрес источника|адрес источника контакта|ссылка на источник|url de la fuente|quell url|url de la source|' +
    'url da fonte',
  contact_seen_at:
    'contact seen at|contact last seen at|contact last seen|contact seen|contact date|contact found at|email date|email seen at|last seen at|last seen|дата контакта|контакт найден|контакт виден|дата проверки контакта|fecha del contacto|' +
    'kontakt datum|date du contact|data do contato',
  contact_first_seen_at: 'contact first seen at|contact first seen|first seen at|first seen|контакт впервые найден',
} as const satisfies Readonly<Record<ImportField, string>> // biome-ignore format: a table

/** What a column may hold. `--map` takes these names. */
export type Field = ImportField

/** A known kind of file, recognised by its headers and never by its name. */
interface Preset {
  readonly name: string
  /** Headers that identify such a file, separated by `|`; it may have others. */
  readonly marks: string
  /** Headers that such a file does not have. */
  readonly without?: string
  /** The year of the facts, unless a column, an option or the file's name says otherwise. */
  readonly year?: number
  readonly columns: Readonly<Partial<Record<Field, string>>>
}

/** The first match is used. Files that match none are read by `HEADERS`. */
export const PRESETS: readonly Preset[] = [
  // `date` is the day the channel was created; ranks and earnings are estimates. The catalogue has none of them.
  {
    name: 'global-youtube-statistics', year: 2023, marks: 'Youtuber|subscribers|video views|channel_type',
    columns: { name: 'Youtuber', subscribers: 'subscribers', views: 'video views', uploads: 'uploads', content_type: 'category|channel_type', country: 'Abbreviation|Country' },
  },
  {
    name: 'socialblade-top', year: 2018, marks: 'Rank|Grade|Channel name|Video Uploads|Subscribers|Video views',
    columns: { name: 'Channel name', uploads: 'Video Uploads', subscribers: 'Subscribers', views: 'Video views' },
  },
  // Visits, likes and comments are averages per video, not statistics of the channel.
  {
    name: 'top-youtubers', year: 2023, marks: 'Username|Categories|Suscribers|Visits|Links',
    columns: { name: 'Username', content_type: 'Categories', subscribers: 'Suscribers', country: 'Country', url: 'Links' },
  },
  // The country is where videos trended; total_views and total_videos count those videos, not the channel's.
  {
    name: 'trending-top', year: 2026, marks: 'channel_title|channel_custom_url|channel_subscribers|channel_view_count|trending_appearances',
    columns: { name: 'channel_title', custom_url: 'channel_custom_url', content_type: 'video_category_id', subscribers: 'channel_subscribers', views: 'channel_view_count' },
  },
  // `activity` says whether the performer is still active; the channel of a retired one still exists.
  {
    name: 'tw-vtuber', marks: 'channel_id|name|subscribers|subscriber_status|total_views|avatar_url',
    columns: { platform_id: 'channel_id', name: 'name', subscribers: 'subscribers', subscriber_status: 'subscriber_status', views: 'total_views', country: 'country', thumbnail: 'avatar_url' },
  },
  {
    name: 'daily-series', marks: 'date|channel_id|subscribers|total_views', without: HEADERS.name,
    columns: { fetched_at: 'date', platform_id: 'channel_id', subscribers: 'subscribers', views: 'total_views' },
  },
  {
    name: 'it-lists', marks: 'source|name|url|channel_id|handle|language|section',
    columns: { source: 'source', name: 'name', url: 'url', platform_id: 'channel_id', handle: 'handle', language: 'language', content_type: 'section' },
  },
] // biome-ignore format: a table

/** Headers of lists of videos, and of statistics of videos. */
export const VIDEO_IDS =
  'video id|video url|id video|id видео|видео id|идентификатор видео|视频id|影片id|動画id'.split('|')
export const VIDEO_METRICS =
  'video title|trending date|comment count|comments|likes|like count|dislikes|dislike count|duration|published at|publish time|tags|upload time|название видео'.split(
    '|',
  )
