import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'

/** ISO 3166-1: alpha-2 with its alpha-3, and Kosovo's usual XK. */
const CODES =
  'AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW AX:ALA AZ:AZE BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD GE:GEO GF:GUF GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD HN:HND HR:HRV HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL MK:MKD ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI MX:MEX MY:MYS MZ:MOZ NA:NAM NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA SA:SAU SB:SLB SC:SYC SD:SDN SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN VG:VGB VI:VIR VN:VNM VU:VUT WF:WLF WS:WSM XK:XKX YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE'

/** Languages whose names of countries are known, by the runtime's own tables; the first to claim a name has it. */
export const NAME_LOCALES =
  'en ru uk be kk es pt fr de it nl pl cs tr zh zh-Hant ja ko ar hi id vi sv fi da nb ro hu el he th'.split(
    ' ',
  )

/** Usual names that those tables do not hold. */
const ALIASES: Readonly<Record<string, string>> = {
  US: 'usa|u s|u s a|america|united states of america|сша|соединенные штаты америки|ee uu|eeuu|estados unidos de america|etats unis d amerique|abd|amerika',
  GB: 'uk|u k|great britain|britain|england|scotland|wales|northern ireland|англия|великобритания|соединенное королевство|gran bretana|grossbritannien|inglaterra|ingiltere|英国|英國',
  RU: 'russian federation|российская федерация|рф|rossiya|federacion rusa|russische foderation',
  KR: 'korea|republic of korea|korea republic of|korea south|s korea|корея|южная корея|республика корея|corea|coree|韩国|韓国',
  KP: 'korea north|dpr korea|korea democratic people s republic of|северная корея|кндр',
  CZ: 'czech republic|чешская республика|republica checa|tschechische republik',
  TR: 'turkey|turkiye|турецкая республика|turkei',
  TW: 'taiwan province of china|taiwan roc|тайвань китай|chinese taipei',
  HK: 'hong kong|hong kong sar|hongkong|гонконг|香港',
  MO: 'macau|macao|macao sar|макао|澳門|澳门',
  CN: 'prc|p r china|people s republic of china|mainland china|кнр|中国大陆|中國',
  AE: 'uae|u a e|emirates|оаэ|эмираты',
  VN: 'viet nam|вьетнам',
  IR: 'iran islamic republic of|islamic republic of iran',
  BO: 'bolivia plurinational state of',
  VE: 'venezuela bolivarian republic of',
  TZ: 'tanzania united republic of',
  SY: 'syrian arab republic',
  LA: 'lao people s democratic republic',
  BN: 'brunei darussalam',
  MD: 'moldova republic of|republic of moldova|молдавия|молдова',
  BY: 'белоруссия|беларусь|republic of belarus|республика беларусь',
  KG: 'киргизия|кыргызстан|киргизстан',
  KZ: 'республика казахстан',
  UA: 'ucrania|украина',
  MK: 'macedonia|republic of north macedonia|the former yugoslav republic of macedonia|македония',
  CI: 'ivory coast|cote d ivoire',
  CD: 'dr congo|congo democratic republic of the|democratic republic of the congo|congo kinshasa',
  CG: 'congo|republic of the congo|congo brazzaville',
  MM: 'burma|myanmar burma',
  SZ: 'swaziland|eswatini',
  CV: 'cape verde|cabo verde',
  PS: 'palestine|palestine state of|палестина',
  NL: 'holland|the netherlands|голландия',
  VA: 'holy see|vatican',
  BA: 'bosnia|bosnia herzegovina|босния',
  FM: 'micronesia federated states of',
  TL: 'east timor',
}

const ISO_2 = new Map(CODES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(3)]))

let keys: Map<string, string> | undefined

function countryKeys(): Map<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, code: string) => {
    for (const key of [cellKey(name), withoutAnd(cellKey(name))]) if (!found.has(key)) found.set(key, code)
  }
  for (const [code, alpha3] of ISO_2) {
    add(code, code)
    add(alpha3, code)
  }
  for (const [code, names] of Object.entries(ALIASES)) for (const name of names.split('|')) add(name, code)
  for (const locale of NAME_LOCALES) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    for (const code of ISO_2.keys()) {
      const name = names.of(code)
      if (name !== undefined) add(name, code)
    }
  }
  return found
}

/**
 * A country as ISO 3166-1 alpha-2, from its codes or its name in about thirty languages.
 *
 * @returns null when the cell says that it is unknown; undefined when it cannot be understood
 */
export function parseCountry(cell: string): string | null | undefined {
  const text = cell.trim()
  if (ISO_2.has(text)) return text
  if (isUnknown(text) && text.toUpperCase() !== 'NA') return null
  if (text.length > 80) return undefined
  keys ??= countryKeys()
  const key = cellKey(text)
  return keys.get(key) ?? keys.get(withoutAnd(key)) ?? (isWorld(key) ? null : undefined)
}

/** `Trinidad and Tobago` and `Trinidad & Tobago`, `The Bahamas` and `Bahamas` are one. */
function withoutAnd(key: string): string {
  return key.replace(/^the /, '').replace(/ (?:and|и|та|y|et|e|und|ve) /u, ' ')
}

function isWorld(key: string): boolean {
  return /^(?:world|worldwide|global|international|other|others|zz|мир|весь мир|другие|другая|xx)$/.test(key)
}
