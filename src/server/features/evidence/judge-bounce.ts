/**
 * What a mail server's answer means for an address. `gone`: it says by its own code and words that there is no such mailbox or
 * domain. `temporary`: it may take an email later, or the mailbox is full. `policy`: it refuses the sender or the content, not the
 * address. `unclear`: somebody must read it.
 */
export type BounceMeaning = 'gone' | 'temporary' | 'policy' | 'unclear'

export interface Judgement {
  /** The answering server's enhanced status code (RFC 3463), e.g. '5.1.1'; null when it gave none. */
  readonly code: string | null
  readonly meaning: BounceMeaning
}

/** Where an enhanced code stands: after a reply code, '#', or a word that announces it, or before the address that it is about. */
const CODE =
  /(?:(?<![\d.])[245]\d\d(?:[ \t:-]{1,3}|[ \t]*\r?\n[ \t]+)#?|#|(?<![a-z])(?:smtp|status|code|error|dsn|said)[ \t]?[:;=][ \t]{0,3}|(?:код|состояни[ея]|ошибк[аи]|статус)[ \t]?:?[ \t]{1,3}|(?:^|['"])[ \t]*(?=\d\.\d\.\d{1,3}[ \t]+<))([245])\.(\d)\.(\d{1,3})(?![\d.]*\d)/gim
/** A reply code of RFC 5321 where a server's words begin; a number elsewhere is none. */
const REPLY =
  /(?:^|[:;>'"[(]|\bof|\breturned|\bcode|\berror)[ \t]{0,3}:?[ \t]{0,3}['"]?([45])[0-57]\d(?:[ \t]+(?=[#<[\p{L}\d'"(-])|[:-]|[ \t]*$)/gimu

const words = (...parts: readonly string[]) => new RegExp(parts.join('|'), 'iu')

const NO_MAILBOX = words(
  String.raw`no such (?:\w+ )?(?:user|recipient|mailbox|address|account|person|addressee)`,
  String.raw`(?:unknown|invalid|non-?existent|bad destination) (?:or \w+ )?(?:local |virtual |e-?mail )?(?:user|recipient|mailbox|account|local[ -]?part|addressee|address\b(?! error))|unknown or illegal \w+|no mailbox by that name`,
  String.raw`(?:user|recipient|mailbox|account|address|addressee|login|alias)s?\)?(?:['"]?[ \t]+\S+){0,6}?[ \t]+(?:(?:is |was |are )?(?:unknown|not (?:found|known|exist|listed)|invalid|undeliverable: not found|nonexistent)|(?:does|do)(?: not|n['’]t) exist|(?:could|can|was)(?: ?not|n['’]t) (?:be )?found|no longer (?:exists|valid|available|on|at|with)\b)`,
  String.raw`user['’]?s? (?:unknown|not exist)|mailbox not found|unknown user|wasn['’]t found at|that you tried to reach does(?: not|n['’]t) exist`,
  String.raw`(?:does(?: not|n['’]t) have an?|no) (?:\S+ )?account(?: here| by that)?|no mailbox here|not a (?:valid|known) (?:user|mailbox|recipient|address)|not our customer`,
  String.raw`recip(?:ient)?notfound|destinataire (?:inconnu|invalide)|(?:empfänger|benutzer)[^.\n]{0,20} unbekannt|unbekannter? (?:empfänger|benutzer)|(?:destinatario|usuario|destinatário|usuário) (?:desconocido|desconhecido|inexistente|no existe|não existe)|(?:utente|destinatario) (?:sconosciuto|inesistente)|nieznany (?:odbiorca|użytkownik)`,
  String.raw`(?:адрес|пользовател|ящик|получател|адресат|уч[её]тн\S+ запис|аккаунт)[^.\n]{0,80}? не (?:был[аио]? )?(?:найден|существу|обнаружен|зарегистрирован|значится)`,
  String.raw`не (?:удалось найти|найден[аоы]?|существует)[^.\n]{0,30}? (?:адрес|пользовател|ящик|получател|адресат)`,
  String.raw`(?:нет|не существует) так(?:ого|ой) |так(?:ого|ой) (?:пользовател|ящик|адрес|уч[её]тн)[^.\n]{0,20} нет|(?:неизвестн|несуществующ)\S+ (?:пользовател|адрес|получател|ящик)`,
)
const NO_DOMAIN = words(
  String.raw`\bnxdomain\b|\bnull ?mx\b|no such (?:domain|host)|(?:domain(?: name)?|host(?: or domain name)?|host name)(?:[ \t]+\S{1,80}){0,3}?[ \t]+(?:not found|unknown|(?:does|do)(?: not|n['’]t) exist|(?:could|can)(?: ?not|n['’]t) be found)(?!, try)`,
  String.raw`unknown (?:host|domain)|(?:host|domain) (?:name )?(?:is )?unknown|(?:host|domain) (?:does not|doesn['’]t) accept mail|no smtp service|no mx (?:record )?found`,
  String.raw`домен[^.\n]{0,80}? не (?:был )?(?:найден|существу|обнаружен|зарегистрирован)|не (?:удалось найти|найден|существует)[^.\n]{0,20}? домен|так(?:ого|ой) домена (?:нет|не существует)`,
)
/** The mailbox may come back, or the fault be the server's own: a person decides. */
const UNSURE = words(
  String.raw`command (?:died|output|failed|line)|(?:could ?not|couldn['’]t|cannot|can['’]t) (?:create|open|write|lock)|procmail|maildrop|configuration error`,
  String.raw`(?:account|mailbox|user|recipient)\b[^.\n]{0,60}?\b(?:disabled|suspended|deactivated|inactive|locked|frozen|closed|terminated|expired|discontinued|blocked)|inactive (?:e-?mail |user|account|mailbox)|(?:disabled|suspended) (?:account|user|mailbox)`,
  String.raw`(?:ящик|пользовател|аккаунт|уч[её]тн\S+ запис)[^.\n]{0,60}?(?:заблокирован|отключ[её]н|закрыт|неактив|не активен|приостановлен|удал[её]н)`,
)
const TEMPORARY = words(
  String.raw`quota|(?:mail ?box|mail ?folder|inbox|mailfile|account|disk|storage|user)[^.\n]{0,40}\bfull\b|\bfull (?:mail|in)box|disk space|(?:insufficient|out of|not enough|no|exhausted)[^.\n]{0,20} (?:storage|space|resources)|(?:storage|mailbox|allowed|allocated|message count|inbox)[^.\n]{0,30} (?:limit|exceeded)|exceed\S* (?:\S+ ){0,5}(?:storage|mailbox|allowed size|allocat\S+|limit\b)|over (?:the |its |his |their )?(?:maximum |allowed |size |storage )*limit`,
  String.raw`\brate\b|throttl|too (?:many|fast|quickly|busy|much (?:mail|e-?mail))|(?:per|this) (?:hour|minute|day)\b|temporar|try (?:again |it )?later|try again (?:later|in)|found, try again|defer+ed|gr[ae]y-?list|time[ds]?[ -]?out|\bretr(?:y|ied|ying|ies)\b|still being|delayed|overload|not (?:currently )?accepting (?:connections|messages)|connection (?:refused|reset|lost|dropped|closed)|unreachable|not reachable|no route to|(?:could not|unable to|couldn['’]t|failed to) connect|cannot connect|hop count|many hops|(?:mail|routing|forwarding) loop|loops? back|requests to connect|(?:envelope|message) expired|last \d+ (?:seconds|hours|days)`,
  String.raw`переполнен|квот|(?:ящик|почт|хранилищ|диск)[^.\n]{0,60}(?:полон|заполнен|нет места)|(?:нет|недостаточно|не хватает) (?:свободного )?мест|превы[сш]\S* [^.\n]{0,40}(?:объ[её]м|размер ящика|квот|лимит|числ|количеств)|временн|позже|повтор\S+ попыт|отложен|задерж|тайм-?аут|время ожидания|слишком (?:много|част)|лимит|перегружен|не удалось (?:соединиться|подключиться|установить соединение)`,
)
const POLICY = words(
  String.raw`\bspam|\bjunk|\bube\b|virus|malware|phish|(?:black|block|deny)[ -]?list|\bblocked\b(?! by a typo)|\bblocking\b|\b(?:dnsbl|rbl|dnsrbl|sbl|pbl|xbl|uribl)\b|reputation|polic(?:y|ies)\b|\bspf\b|\bdkim\b|\bdmarc\b|authenticat|authori[sz]|not (?:permitted|allowed)|permission|prohibit|forbidden|banned|\babuse|complain|unsolicited|bulk|suspicious|restrict|client ip\b|invalid ip\b|\b(?:from )?your (?:\w+ )?(?:ip|server|host|domain|network)(?: address)? (?:is|has|was|does|did)\b`,
  String.raw`(?:sender|mail ?from|return[ -]path|envelope from)\b[^.\n]{0,60}(?:reject|refus|denied|unknown|invalid|not (?:found|exist|verif|accept|valid)|does(?: not|n['’]t) (?:exist|resolve|have)|fail|block|bad|unresolv|verif)|(?:bad|invalid|unknown|unverified|unresolvable|rejected|reject) (?:sender|return)|sender verif`,
  String.raw`(?:after|in reply to) (?:mail from|initial connection|[eh]{2}lo|end of data)|my name was rejected`,
  String.raw`recipient preferences|(?:content|message|mail|e-?mail|body|attachment)s? (?:was |has been |is |were )?(?:rejected|refused|filtered|redundant)|rejected by (?:the )?(?:content|filter)|filtered|relay(?:ing)?\b[^.\n]{0,20}(?:denied|permitted|prohibited|access|allowed)|(?:unable|cannot|not) (?:to )?relay|reverse dns|\bptr\b|\brdns\b|client host|too (?:large|big|long)|(?:message|mail|e-?mail)[^.\n]{0,10} (?:size|length)|size (?:limit|exceeds)|not a member|moderat|member of|only accepts|(?:white|allow)[ -]?list|bad (?:helo|header)|\bhelo\b|\bstarttls\b|\bdnssec\b|not (?:fully )?compliant|\b8-?bit\b`,
  String.raw`ваш(?:его|ему|им)? (?:\w+[- ])?(?:ip|домен|сервер|хост)|спам|вирус|ч[её]рн\S+ спис|стоп-?лист|репутаци|политик|запре[тщ]|не разреш|отправител\S*[^.\n]{0,40}(?:не |отклон|заблок|отверг)|подозрит|(?:письмо|сообщение)[^.\n]{0,20} (?:отклонено|отвергнуто|заблокировано)|блокир\S+ (?:отправител|ip|сервер|адрес[а-я]* отправ)|слишком больш|превыша\S+ [^.\n]{0,30}размер|авторизац|аутентификац|жалоб|только для участник`,
)
/** Lists of blocked senders are often named by their address alone. */
const BLOCK_LISTS =
  /spamhaus|spamcop|sorbs|barracuda|senderbase|cloudmark|proofpoint|blacklist|blocklist|dnsbl|\brbl\b/i

const ADDRESS_OR_HOST =
  /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}|(?<![\w-])[\w-]{1,63}(?:\.[\w-]{1,63}){1,20}(?![\w-])/gi
const URL_PATH = /(?:https?:\/\/|www\.)\S+/gi

/** The words alone: names of people, hosts and pages would be read as reasons. */
function wordsOf(text: string): string {
  return text
    .replaceAll(URL_PATH, ' ')
    .replaceAll(/\bresolver\.\w+\.(?=\w)/gi, '')
    .replaceAll(ADDRESS_OR_HOST, ' @ ')
    .replaceAll(/[ \t]*\r?\n(?:[ \t]+|(?=[a-zа-яё]))|[ \t]{2,}/g, ' ')
}

/**
 * Judges what a server said of one address. Its own code and words outweigh the `Status` that stands beside them, and words of a
 * full mailbox or a refused sender outweigh every code.
 * @param said the server's own words, or all that is there when they cannot be distinguished from others
 * @param around everything that was said of the address: what contradicts there sends a person to read it
 */
export function judgeBounce(
  said: string,
  { status = null, around = said, isStatusAlone = false }: Beside = {},
): Judgement {
  const codes = codesIn(said)
  const code = codes.find((found) => !/^5\.[05]\./.test(found)) ?? specific(status) ?? codes[0] ?? status
  const isAlone = isStatusAlone || isWithoutWords(said)
  const judged = { code, isAlone, codes: codes.length > 0 ? codes : status === null ? [] : [status] }
  const meaning = meaningOf(judged, said, around)
  if (meaning !== 'gone') return { code, meaning }
  const others = wordsOf(around)
  const isContradicted = [TEMPORARY, POLICY, UNSURE].some((reason) => reason.test(others))
  return { code, meaning: isContradicted || BLOCK_LISTS.test(around) ? 'unclear' : 'gone' }
}

interface Beside {
  readonly status?: string | null
  readonly around?: string
  /** Whether no server's words stand beside the status, so that it stands for itself. */
  readonly isStatusAlone?: boolean
}

/** A status that says more than that it failed. */
function specific(status: string | null): string | null {
  return status === null || /^[45]\.0\.0$/.test(status) ? null : status
}

function meaningOf(
  {
    code,
    codes,
    isAlone,
  }: { readonly code: string | null; readonly codes: readonly string[]; readonly isAlone: boolean },
  said: string,
  around: string,
): BounceMeaning {
  const text = wordsOf(said)
  const isAtRecipient = replyIn(said) === '5' && saysAtRecipient(around)
  // What does not exist may be the sender.
  const ofRecipient = text.replaceAll(SENDER, ' ')
  const isGone = NO_MAILBOX.test(ofRecipient) || NO_DOMAIN.test(ofRecipient)
  const isPolicy =
    POLICY.test(text) || BLOCK_LISTS.test(said) || codes.some((each) => SENDERS_FAULT.test(each))
  const isTemporary = TEMPORARY.test(text) || codes.some((each) => /^4\.|^5\.2\.2$|^5\.4\.7$/.test(each))
  if (isGone && (isPolicy || isTemporary)) {
    // Not yet, says the server itself: an unknown user may be known tomorrow, as where users are looked up elsewhere.
    const isNotYet = code?.startsWith('4.') === true && !NO_DOMAIN.test(ofRecipient)
    return !isPolicy && (isNotYet || /found, try again/i.test(text)) ? 'temporary' : 'unclear'
  }
  if (UNSURE.test(text) && !isTemporary) return 'unclear'
  if (isPolicy && isTemporary)
    return codes.some((each) => SENDERS_FAULT.test(each)) && !codes.includes('5.2.2') ? 'policy' : 'temporary'
  if (isPolicy) return 'policy'
  if (isTemporary || (code === null && replyIn(said) === '4')) return 'temporary'
  if (code === null) return isGone && isAtRecipient ? 'gone' : 'unclear'
  const isRejected = /(?:address|recipient) rejected/i.test(text)
  // Servers write it beside any refusal, so their words have to agree, or there have to be none.
  if (/^5\.1\.(?:1|2|3|6|10|351)$/.test(code)) return isGone || isRejected || isAlone ? 'gone' : 'unclear'
  // Exchange Online says no more of a recipient that it does not know; elsewhere it is 'no answer from the host'.
  if (code === '5.4.1')
    return isGone || /(?<!all )recipient address rejected/i.test(text) ? 'gone' : 'unclear'
  if (code === '5.1.0') return isGone || isRejected ? 'gone' : 'unclear'
  if (code === '5.4.4' || code === '5.4.310') return NO_DOMAIN.test(text) ? 'gone' : 'unclear'
  return isGone && /^5\.[05]\./.test(code) && isAtRecipient ? 'gone' : 'unclear'
}

const SENDER = /(?:domain of )?(?:\bsender|mail ?from|return[- ]path)\b[^.\n]{0,80}/gi
/** RFC 3463 and its registry at IANA: about the sender, the size, the content or the permission. */
const SENDERS_FAULT = /^5\.(?:[67]\.|1\.(?:7|8|90)$|2\.3$|3\.4$|5\.3$)/

/** Whether a reply without an exact code answers the recipient's address: after the content, 'unknown' is often said by a filter. */
function saysAtRecipient(said: string): boolean {
  return (
    /rcpt to|does not like recipient|not accept recipient/i.test(said) &&
    !/(?:end of|final|after) data/i.test(said)
  )
}

/** Whether a server says nothing beside its code. */
function isWithoutWords(said: string): boolean {
  const after = said
    .slice(said.search(CODE))
    .replace(/\(in reply to [^()]*\)|(?:requested action not taken: )?mailbox unavailable/gi, '')
  return said.search(CODE) !== -1 && !/\p{L}{2}/u.test(wordsOf(after))
}

/** The enhanced status codes of a text, in their order. */
export function codesIn(text: string): string[] {
  return Array.from(
    text.matchAll(CODE),
    ([, kind, subject, detail]) => `${kind}.${subject}.${Number(detail)}`,
  )
}

/** The first digit of the first reply code of a text; undefined when there is none. */
export function replyIn(text: string): string | undefined {
  return REPLY[Symbol.matchAll](text).next().value?.[1]
}

/** Sentences with which servers and mail programs report a failure. */
const FAILURE = words(
  String.raw`(?:could not|couldn['’]t|cannot|can['’]t|was not|wasn['’]t|were not|weren['’]t|has not been|hasn['’]t been|unable to|failed to|did not|didn['’]t|not) (?:be )?(?:been )?(?:deliver|reach the)|undeliver|non-?delivery|\bsaid:? [45]\d\d\b|delivery (?:status|fail|has (?:been delayed|failed)|to the following|incomplete|error|report|delayed)|mail delivery|problem (?:while )?delivering|will retry|failure notice|returned mail|returned to sender|(?:message|e-?mail) (?:was |has been )?(?:rejected|not delivered|delayed|blocked)|permanent (?:fatal )?error|fatal errors|qmail-send|following (?:address|recipient)`,
  String.raw`diagnostic[- ](?:code|information)|smtp error|in reply to|remote (?:host|server|mta)|mailer-daemon|unrout(?:e?able)|retry time|address not found|not listed in|mailbox (?:is )?full|quota exceeded|over quota|nxdomain|host unknown|user unknown`,
  String.raw`не (?:может быть|было?|быть|будет) доставлен|не доставлен|недоставлен|не удалось доставить|доставк\S+ (?:не |невозмож|задерж|отлож)|невозможно доставить|ошибк\S+ (?:при )?доставк|создано автоматически сервером|отказ\S* в доставке|диагностические сведения|адрес не найден|не может получать (?:почту|письма)`,
)

const AUTOMATIC_REPLY =
  /out of (?:the )?office|auto(?:matic|mated)?[ -]?(?:reply|response|responder)|on (?:\w+ )?(?:vacation|holiday|leave)\b|автоответ|автоматический ответ|в отпуск|нахожусь вне офиса/i

/** Whether a text has words with which servers say why. */
export function hasReason(text: string): boolean {
  const lines = wordsOf(text)
  return [NO_MAILBOX, NO_DOMAIN, UNSURE, TEMPORARY, POLICY].some((reason) => reason.test(lines))
}

/** Whether a text reports that an email could not be delivered, and is no automatic reply, which says so first. */
export function isAboutFailure(text: string): boolean {
  const lines = wordsOf(text)
  const places = [FAILURE, NO_MAILBOX, NO_DOMAIN].map((sentence) => lines.search(sentence))
  const first = Math.min(...places.filter((at) => at !== -1))
  const reply = lines.search(AUTOMATIC_REPLY)
  return first !== Infinity && (reply === -1 || first < reply)
}
