import type { CommandOutput } from '../../api/commands.ts'
import { SUBJECT_KINDS } from '../../api/audit.ts'
import { WARRANTY_DAYS } from '../../rules/evidence.ts'
import {
  auditLines,
  type CommandTexts,
  lines,
  listed,
  record,
  detailed,
  sourceFacts,
  table,
  todayLines,
} from '../command-texts.ts'
import { plural, quoted } from '../messages.ts'
import { importCommands, imports } from './imports.ts'

const titled = ({ id, name }: { readonly id: number; readonly name: string }) => `Канал ${id} (${name})`

const counted = (count: number, one: string, few: string, many: string) =>
  `${count} ${plural('ru', count, { one, few, many })}`

function shown(channel: CommandOutput<'channels hide'>): string {
  const { status, isChanged } = channel
  const is = `${titled(channel)} ${isChanged ? 'теперь' : 'уже'} ${status === 'hidden' ? 'скрыт' : 'показан'}.`
  return status === 'gone' ? `${is} Поиск его не найдёт: на платформе его больше нет.` : is
}

const FACTS: Readonly<Record<string, string>> = {
  name: 'название',
  handle: '@имя',
  url: 'ссылка на страницу',
  content_types: 'темы',
  audiences: 'аудитории',
  country: 'страна',
  language: 'язык',
}

const roubles = (kopecks: number) => (kopecks / 100).toFixed(2)

const refunded = ({ amount, uses, state, isByHand }: CommandOutput<'payments refund'>, isDryRun: boolean) =>
  isDryRun
    ? `Вернётся ${roubles(amount)} ₽, открытий будет отозвано: ${uses}${isByHand ? '. Деньги переводите вы' : ''}.`
    : isByHand
      ? `Открытия отозваны (${uses}). Переведите компании ${roubles(amount)} ₽ сейчас: мы ей об этом написали.`
      : `${roubles(amount)} ₽ за открытия (${uses}), состояние возврата: ${state}.`

const invoiceFacts = (invoice: CommandOutput<'invoices list'>[number]) => [
  invoice.number,
  invoice.createdAt.toISOString().slice(0, 10),
  `до ${invoice.validUntil.toISOString().slice(0, 10)}`,
  `владелец ${invoice.holderId}`,
  `пакет ${invoice.packageId}`,
  roubles(invoice.amount).padStart(8),
  invoice.state,
  `${invoice.buyer ?? 'без реквизитов'} ${invoice.taxNumber ?? ''}`.trim(),
]

type Person = CommandOutput<'users sponsor'>['person']

const factsOf = (person: Person): [name: string, value: string | number][] => [
  ['номер', person.id],
  ['адрес', person.email],
  ['имя', person.username],
  ['с нами с', person.createdAt.toISOString()],
  ['спонсор', person.isSponsor ? 'да' : 'нет'],
  ...(person.blockedAt === null
    ? []
    : [['заблокирован', `${person.blockedAt.toISOString()} (${person.blockedFor})`] as [string, string]]),
  ['открытия', person.uses],
  ['покупки', person.purchases],
  ['сеансы', person.sessions],
]

const PROMOCODE_STATES = {
  works: 'действует',
  used_up: 'исчерпан',
  expired: 'истёк',
  ended: 'остановлен',
}

const DECISIONS = {
  credited: 'Открытие возвращено, покупатель получит письмо.',
  refused: 'Открытие не возвращено, покупатель получит письмо.',
  'account closed': 'Аккаунт покупателя закрыт; ничего не изменено.',
  'decided before': 'О жалобе уже решено; ничего не изменено.',
}

const reportFacts = (report: CommandOutput<'reports list'>[number]) => [
  `жалоба ${report.id}`,
  report.reportedAt.toISOString().slice(0, 10),
  `человек ${report.holderId}`,
  report.kind,
  `${report.state}: ${report.reason}`,
  report.code ?? 'без кода',
  `других жалоб на него: ${report.others}`,
  `возвратов за месяц: ${report.returns}`,
  report.channelName,
]

const SETTING_SOURCES = { environment: 'окружение', file: 'файл', default: 'по умолчанию' }

const LEGAL_STATES = { announced: 'объявлена', 'in force': 'действует', replaced: 'заменена' }

const REQUEST_STATES = { open: 'открыто', late: 'ПРОСРОЧЕНО', answered: 'есть ответ' }

const requestFacts = ({ id, kind, receivedOn, dueOn, state }: CommandOutput<'requests list'>[number]) => [
  `обращение ${id}`,
  kind,
  `пришло ${receivedOn}`,
  `ответить до ${dueOn}`,
  REQUEST_STATES[state],
]

const taken = ({ id, taken: uses, left }: CommandOutput<'users take'>, isDryRun: boolean) =>
  isDryRun
    ? `У владельца ${id} будет изъято ${uses}; из выданных останется ${left}.`
    : `У владельца ${id} изъято ${uses}; из выданных осталось ${left}.`

const emailLanguage = 'язык письма; по умолчанию — последнего платежа, иначе английский'

/** Что операторы читают и пишут в командной строке. */
export const commands: CommandTexts = {
  groups: {
    users: 'Находить людей, выдавать открытия, завершать сеансы, блокировать, закрывать аккаунты',
    teams: 'Показывать, кто в\u00a0команде, и\u00a0передавать её',
    uses: 'Читать движение открытий: одного владельца, всех, и сколько мы должны',
    reveals: 'Показывать, какие контакты открыты',
    today: 'Смотреть, что было по дням и что ждёт сейчас',
    channels: 'Находить, скрывать, исправлять и объединять каналы',
    contacts: 'Снимать адреса авторов с продажи, забывать старые, проверять источники',
    imports: 'Проверять переданные файлы с\u00a0каналами, импортировать их, отменять импорт',
    invoices: 'Показывать счета, подтверждать их, когда пришёл перевод, отменять',
    payments: 'Показывать платежи, проверять их и возвращать деньги',
    promocodes: 'Создавать, показывать и останавливать промокоды',
    sponsors: 'Решать, кто назван на странице спонсоров',
    reports: 'Решать о контактах, на которые жалуются покупатели',
    requests: 'Отвечать на обращения авторов об их адресах',
    reviews: 'Читать отзывы и скрывать те, которым не место на сайте',
    votes: 'Узнать, за что голосуют спонсоры',
    announcement: 'Показать объявление на всех страницах',
    maintenance: 'Приостановить покупки и изменения; искать и читать по-прежнему можно',
    settings: 'Показать действующие настройки',
    legal: 'Показать версии юридических текстов',
    operators: 'Показать, кто управляет сервисом',
    audit: 'Читать, что изменено командами, кем и почему',
  },
  fields: {
    reason: 'почему — для журнала изменений',
    dryRun: 'только показать, что изменилось бы',
    yes: 'не просить ввести это для подтверждения',
    json: 'в JSON, для программ',
    channel: 'ID канала на его платформе или наш номер',
    who: 'адрес почты или номер человека',
    limit: 'сколько',
    since: 'только с этого дня по Москве, ГГГГ-ММ-ДД',
    until: 'только по этот день по Москве включительно, ГГГГ-ММ-ДД',
    after: 'следующая страница: чем кончилась предыдущая',
    address: 'адрес почты',
    report: 'его номер',
    request: 'его номер',
  },
  columns: {
    id: '№',
    email: 'Почта',
    username: 'Имя',
    createdAt: 'Создано',
    isSponsor: 'Спонсор',
    blockedAt: 'Заблокирован',
    uses: 'Открытия',
    at: 'Когда',
    holderId: 'Владелец',
    actorId: 'Кем',
    channelId: 'ID канала',
    channelName: 'Канал',
    isBounced: 'Вернулось',
    number: 'Номер',
    validUntil: 'Действует до',
    buyer: 'Покупатель',
    taxNumber: 'ИНН',
    packageId: 'Пакет',
    amount: 'Сумма',
    state: 'Состояние',
    receipt: 'Чек',
    refund: 'Возврат',
    refundCanceled: 'Причина отмены возврата',
    paymentId: 'Платёж',
    cause: 'Основание',
    reason: 'Причина',
    lot: 'Партия',
    promocode: 'Промокод',
    payment: 'Платёж',
    dates: 'Даты',
    balance: 'Остаток',
    note: 'Примечание',
    kind: 'Вид',
    kopecks: 'Копейки',
    code: 'Код',
    activated: 'Активаций',
    places: 'Мест',
    lastDate: 'Последний день',
    name: 'Название',
    url: 'Ссылка',
    contribution: 'Взнос',
    agreedAt: 'Согласие',
    mark: 'Оценка',
    text: 'Текст',
    writtenAt: 'Написано',
    isHidden: 'Скрыт',
    reportedAt: 'Сообщено',
    others: 'Других жалоб',
    returns: 'Возвратов',
    receivedOn: 'Получено',
    dueOn: 'Срок',
    queue: 'Очередь',
    jobs: 'Задач',
    late: 'Просрочено',
    invariant: 'Проверка',
    offences: 'Нарушений',
    checkedAt: 'Проверено',
    actor: 'Кто',
    operatorId: 'Оператор',
    verb: 'Команда',
    subject: 'Предмет',
    before: 'До',
    after: 'После',
    role: 'Роль',
    addedAt: 'С даты',
    addedBy: 'Кем добавлен',
    hasSecondFactor: 'Второй фактор',
    setting: 'Настройка',
    value: 'Значение',
    source: 'Откуда',
    document: 'Документ',
    appliesFrom: 'Действует с',
    told: 'Знают',
    people: 'из людей',
    feature: 'Функция',
    votes: 'Голоса',
    level: 'Уровень',
    en: 'По-английски',
    ru: 'По-русски',
    setAt: 'Объявлено',
    endsAt: 'Конец',
    handle: '@имя',
    status: 'Состояние',
    subscribers: 'Подписчики',
    fetchedAt: 'По данным на',
    contacts: 'Контакты',
    sold: 'В продаже',
  },
  problems: {
    invalid: () => 'Здесь ошибка.',
    reason: () => 'Назовите причину в нескольких словах, от 1 до 200 знаков.',
    list: (word) => `${quoted(word)} нет в списке.`,
    name: () => 'Нужно читаемое название не длиннее 200 знаков.',
    handle: () => 'Нужно @имя, можно без @.',
    url: () => 'Нужна ссылка на страницу канала, с https.',
    country: () => 'Нужны две буквы.',
    languageCode: () => 'Нужны две или три буквы.',
    promocode: () =>
      'Нужно от 3 до 30 латинских букв, цифр и дефисов; похожие буквы других алфавитов не подходят.',
    date: () => 'Нужна дата: ГГГГ-ММ-ДД.',
    webAddress: () => 'Нужен адрес http или https.',
    address: () => 'Нужен адрес почты.',
    subject: () => 'Нужен вид и номер через двоеточие или адрес почты.',
    map: () => 'Нужны пары «поле=Столбец» через запятую; поля перечислены в\u00a0руководстве.',
    person: () => 'Человек — это номер, как в списке.',
    days: () => 'Должно быть от 1 до 92 дней.',
    roubles: () => 'Нужно целое число рублей.',
  },
  bounds: {
    number: (max) => `Нужно целое число от 1 до ${max}.`,
    length: (max) => `Нужно от 1 до ${max} знаков.`,
  },
  refusals: {
    wrong_field: ({ field, problem }) => `${field}: ${commands.problems[problem](field)}`,
    import_running: () =>
      'Ещё записывается другое изменение, например импорт: ничего не изменено. Повторите, когда запись закончится.',
    no_such_channel: ({ named }) => `Канала ${named} нет.`,
    several_channels: ({ named }) => `${named} подходит нескольким каналам: назовите другой ID.`,
    nothing_to_edit: () => 'Назовите хотя бы одно сведение, которое нужно исправить.',
    handle_taken: () => 'Это @имя у другого канала: исправьте или объедините его.',
    name_taken: () => 'Такое название у другого канала того же источника: объедините эти два.',
    same_channel: () => 'Это уже один канал.',
    other_platform: () => 'Они на разных платформах, значит, это два канала.',
    other_platform_id: () => 'У них разные ID на платформе, значит, это два канала.',
    demo_and_real: () => 'Один из них учебный, а другой — нет.',
    no_such_person: () => 'Такого человека нет.',
    owns_team: () =>
      'Этот человек владеет командой, в\u00a0которой есть другие. Сначала передайте её: teams hand-over.',
    last_owner: () => 'Это последний владелец: сначала назначьте другого.',
    no_such_team: () => 'Такой команды нет.',
    no_such_holder: () => 'Такого человека или команды нет.',
    granted_less: ({ uses }) => `Из выданных вручную не потрачено только ${uses}. Ничего не изъято.`,
    not_in_team: () => 'Этого человека нет в\u00a0команде.',
    grant_key_used: ({ key }) => `Ключ ${quoted(key)} уже использован для другой выдачи этому человеку.`,
    promocode_taken: ({ code }) => `Промокод ${code} уже есть или был.`,
    no_such_promocode: ({ code }) => `Промокода ${code} нет.`,
    until_is_past: () => 'Последний день не может быть раньше сегодняшнего по Москве.',
    sponsor_listed: ({ name }) => `${name} уже в списке.`,
    sponsor_not_listed: ({ name }) => `${name} в списке нет.`,
    no_such_review: () => 'Такого отзыва нет.',
    no_such_payment: () => 'Такого платежа нет.',
    not_paid: () => 'Ничего не заплачено, возвращать нечего.',
    no_such_invoice: () => 'Такого счёта нет.',
    other_amount: ({ amount }) =>
      `Счёт выставлен на ${roubles(amount)} ₽. Ничего не зачислено: верните перевод или подтвердите счёт, когда придёт вся сумма.`,
    invoice_canceled: () =>
      'Этот счёт отменён. Попросите покупателя выписать новый и подтвердите его либо верните перевод.',
    invoice_paid: () => 'Этот счёт оплачен: непотраченное возвращает «payments refund».',
    account_gone: () => 'Аккаунт удалён, зачислить некому: верните перевод.',
    nothing_left: () => 'Всё потрачено, возвращать нечего.',
    refunded_before: () => 'Деньги уже возвращены.',
    refund_other_first: ({ id }) =>
      `Следом идут дни более поздней подписки, а дни возвращают с конца: сначала верните ${id}.`,
    refund_canceled: (refund) =>
      `${refunded({ ...refund, state: 'canceled', isByHand: false }, false)} Деньги не вернулись, открытия остаются отозванными: повторите команду.`,
    no_such_report: () => 'Жалобы с таким номером нет.',
    no_such_request: () => 'Обращения с таким номером нет.',
    request_to_come: ({ received }) => `Оно не могло прийти ${received}: этот день ещё не настал.`,
    request_kept: ({ id }) =>
      `Обращение ${id} с тем же адресом, видом и днём уже есть; ничего не добавлено. Если в тот день пришло ещё одно, дайте ему вид other.`,
    answer_or_elsewhere: () => 'Нужен или файл с ответом, или отметка, что ответили иначе.',
    forget_later: () =>
      'Идёт запись импорта, или контакт как раз продаётся. Остальное сделает ночь или та же команда позже.',
    one_switch_and_reason: () => 'Назовите один источник, который выключить или включить, и причину.',
    no_such_source: ({ source, near }) =>
      `Контактов из источника ${source} нет.${near.length === 0 ? '' : ` Похожи: ${near.join(', ')}.`}`,
    forget_after_switch: () =>
      'Источник переключён, но идёт запись импорта или контакт как раз продаётся. Повторите «contacts forget» позже.',
    no_such_import: ({ run }) => `Импорта ${run} нет.`,
    import_at_work: () => 'Этот файл сейчас читается, передан не\u00a0целиком или уже импортирован.',
    import_not_here: () => 'Файла больше нет на\u00a0этом сервере: передайте его ещё раз.',
    import_on_demo: () =>
      'Это база демонстрации: контакты мог\u00a0бы открыть кто угодно, а\u00a0ночью их удалят. Ничего не\u00a0импортировано.',
    import_not_done: () => 'Здесь ничего не\u00a0импортировано, или импорт уже отменён.',
    import_forgotten: () => 'Этот импорт слишком давний: что было до\u00a0него, уже неизвестно.',
    import_depended_on: ({ used, operated, later, creators }) =>
      `Ничего не\u00a0отменено. Каналы, от\u00a0которых что-то зависит: ${[
        ...(used > 0 ? [`куплены или в\u00a0списках — ${used}`] : []),
        ...(operated > 0 ? [`исправлены, скрыты или объединены — ${operated}`] : []),
        ...(later > 0 ? [`изменены более поздним импортом — ${later}`] : []),
        ...(creators > 0 ? [`подтверждены авторами — ${creators}`] : []),
      ].join(', ')}.`,
    no_provider_answer: ({ answer, isRefund }) =>
      isRefund
        ? `${answer}. Открытия отозваны, возврат записан; сервер закончит его сам.`
        : `${answer}. Ничего не решено; сервер спросит снова сам.`,
  },
  none: 'Ничего нет.',
  imports,
  confirm: (expected) => `Это необратимо. Для подтверждения введите ${expected}: `,
  unconfirmed: 'Это необратимо, поэтому ничего не изменилось. Подтвердите ввод или добавьте --yes.',
  commands: {
    ...importCommands,
    'users find': {
      about: 'Показать человека: номер, адрес, имя, открытия, покупки, сеансы',
      fields: {},
      done: ({ security, teams, ...person }) =>
        record([
          ...factsOf(person),
          ...teams.map(({ id, name, role }): [string, string] => ['команда', `${id} (${name}), ${role}`]),
          ['в журнале', `person ${security.person}, address ${security.address}`],
        ]),
    },
    'users grant': {
      about: 'Выдать человеку открытия, например после нашей ошибки',
      more: 'Они не сгорают, и отобрать их здесь нельзя. С ключом, например номером обращения, повтор ничего не добавит.',
      fields: {
        uses: 'сколько, от 1 до 1 000 000',
        reason: 'почему; останется в учёте навсегда',
        key: 'имя этой выдачи: повтор с тем же именем ничего не добавит',
      },
      done: ({ isChanged, person }) =>
        `${isChanged ? '' : 'Это уже выдано; сейчас ничего не добавлено.\n'}${record(factsOf(person))}`,
    },
    'users take': {
      about: 'Забрать непотраченные открытия, выданные по ошибке',
      more: 'Забрать можно только выданное командой `users grant`, начиная с последней выдачи.',
      fields: { uses: 'сколько, от 1 до 1 000 000', reason: 'почему, для журнала' },
      done: taken,
    },
    'users list': {
      about: 'Показать людей, новые сверху',
      fields: {
        name: 'имя или адрес, точно',
        blocked: 'только заблокированные',
        sponsors: 'только спонсоры',
        role: 'только операторы с этой ролью',
      },
      done: listed,
    },
    'users activity': {
      about: 'Показать сеансы человека, исчерпанные лимиты и когда ему писали',
      fields: {},
      done: detailed,
    },
    'uses ledger': {
      about: 'Показать выписку человека или команды, новое сверху',
      more: 'Остаток — то, что не сгорает; дни подписки показаны отдельно. Вместо человека можно назвать номер команды.',
      fields: {},
      done: listed,
    },
    'uses entries': {
      about: 'Показать движение открытий у всех, новое сверху',
      fields: {
        kind: 'проданные, бесплатные, потраченные, возвращённые по гарантии, отозванные при возврате денег, изъятые',
      },
      done: listed,
    },
    'uses owed': {
      about: 'Показать, у кого есть непотраченные открытия и сколько за них заплачено',
      fields: {},
      done: listed,
    },
    'reveals list': {
      about: 'Показать, какие контакты открыты, новые сверху; адреса не показываются',
      fields: { holder: 'только этого человека или команды', bounced: 'только те, письма которым вернулись' },
      done: listed,
    },
    'today show': {
      about: 'Деньги, открытия, люди и контакты по дням, и что ждёт сейчас',
      more: 'По умолчанию последние 14 дней. С --json при каждом числе названа команда, которая показывает его список. Поиски сервер считает с запуска, поэтому здесь их нет.',
      fields: {},
      done: todayLines,
    },
    'today jobs': {
      about: 'Показать невыполненные задания по очередям',
      fields: { failed: 'только те, что завершились неудачей', emails: 'только письма, которых ждут люди' },
      done: listed,
    },
    'today checks': {
      about: 'Показать последние результаты проверок `verify`',
      fields: { broken: 'только нарушенные' },
      done: listed,
    },
    'users drop-second-factor': {
      about: 'Впустить по одному паролю того, кто потерял приложение, ключи доступа и коды восстановления',
      more: 'Сначала убедитесь, кто просит: после этого достаточно пароля. Человек получит письмо.',
      fields: {},
      done: ({ isChanged }) => (isChanged ? 'Второй фактор отключён.' : 'Второго фактора не было.'),
    },
    'users sponsor': {
      about: 'Дать человеку право голоса спонсора',
      fields: { off: 'отменить спонсорство' },
      done: ({ isChanged, person }) =>
        `${isChanged ? '' : 'Так уже и было; ничего не изменено.\n'}${record(factsOf(person))}`,
    },
    'users end-sessions': {
      about: 'Завершить все сеансы человека, например если его устройство у другого',
      fields: {},
      done: ({ ended }) => `Завершено: ${ended}.`,
    },
    'users block': {
      about: 'Завершить все сеансы человека и больше его не впускать, пока его не разблокируют',
      more: 'Открытия и покупки остаются, начатые платежи завершаются. Человек получит письмо и увидит это при входе.',
      fields: {
        reason: 'почему — для журнала; человек этого не увидит',
        category: 'что увидит человек: нарушены правила, аккаунт защищён или дело в платеже',
        language: emailLanguage,
      },
      done: ({ id, isChanged }) => `Человек ${id} ${isChanged ? 'теперь' : 'уже'} заблокирован.`,
    },
    'users unblock': {
      about: 'Снова впустить заблокированного',
      fields: { language: emailLanguage },
      done: ({ id, isChanged }) =>
        isChanged ? `Человек ${id} снова может войти.` : `Человек ${id} и так не заблокирован.`,
    },
    'users close': {
      about: 'Удалить аккаунт человека навсегда, как мог бы он сам',
      more: 'Нужное бухгалтерии остаётся под номером на три года. Деньги за открытия так не вернутся: сначала верните их.',
      fields: {},
      done: ({ id, person, isChanged }) =>
        person === null
          ? `Аккаунт с номером ${id} ${isChanged ? '' : 'уже '}закрыт.`
          : `Был бы закрыт этот аккаунт.\n${record(factsOf(person))}`,
    },
    'teams show': {
      about: 'Показать команду: название, открытия, участников с\u00a0ролями и\u00a0бюджетами',
      fields: { team: 'номер команды' },
      done: ({ id, name, uses, members }) =>
        record([
          ['команда', `${id} (${name})`],
          ['открытия', uses],
        ]) +
        table(
          members.map((member) => [
            String(member.id),
            member.email,
            member.role,
            `${member.spent} из ${member.budget ?? 'без лимита'}`,
          ]),
        ),
    },
    'teams grant': {
      about: 'Выдать команде открытия, например после нашей ошибки',
      more: 'Как и при `users grant`, они не сгорают, а повтор с тем же ключом ничего не добавит.',
      fields: {
        team: 'номер команды',
        uses: 'сколько, от 1 до 1 000 000',
        reason: 'почему; останется в учёте навсегда',
        key: 'имя этой выдачи',
      },
      done: ({ id, name, uses, isChanged }) =>
        `${isChanged ? '' : 'Это уже выдано; сейчас ничего не добавлено.\n'}Команда ${id}, ${name}, открытия: ${uses}.`,
    },
    'teams take': {
      about: 'Забрать у команды непотраченные открытия, выданные по ошибке',
      fields: {
        team: 'номер команды',
        uses: 'сколько, от 1 до 1 000 000',
        reason: 'почему, для журнала',
      },
      done: taken,
    },
    'teams hand-over': {
      about: 'Сделать владельцем команды другого участника, если прежний заблокирован или недоступен',
      more: 'Прежний владелец останется в\u00a0ней руководителем. После этого его аккаунт можно закрыть.',
      fields: { team: 'номер команды' },
      done: ({ id, owner, isChanged }) =>
        isChanged
          ? `Владелец команды ${id} теперь человек ${owner}; он получит письмо.`
          : `Человек ${owner} уже владеет командой ${id}.`,
    },
    'channels list': {
      about: 'Показать каналы в любом состоянии, новые сверху',
      fields: {
        name: 'часть названия либо точно: ID, наш номер, имя на платформе, адрес контакта',
        status: 'только в этом состоянии',
        source: 'только с контактом из этого источника, как в `contacts sources`',
        withoutContact: 'только без контакта в продаже',
      },
      done: listed,
    },
    'channels view': {
      about: 'Показать канал: сведения, адреса с источниками, проверками и отметками',
      fields: {},
      done: detailed,
    },
    'channels hide': {
      about: 'Скрыть канал от всех, кроме тех, кто его купил',
      fields: {},
      done: shown,
    },
    'channels show': { about: 'Снова показывать скрытый канал', fields: {}, done: shown },
    'channels edit': {
      about: 'Исправить сведения о канале; импорт и обновление их не изменят',
      fields: {
        name: 'название',
        handle: '@имя',
        url: 'ссылка на страницу',
        types: 'темы через запятую',
        audiences: 'аудитории через запятую',
        country: 'две буквы, например DE',
        language: 'две или три буквы, например de',
      },
      done({ id, name, changed, isChanged }) {
        const channel = titled({ id, name })
        if (!isChanged) return `${channel}: так уже и было.`
        if (changed.length === 0) return `${channel}: так и было; теперь импорт этого не изменит.`
        return `${channel}: новые сведения — ${changed.map((fact) => FACTS[fact] ?? fact).join(', ')}.`
      },
    },
    'channels merge': {
      about: 'Присоединить канал к другому, если это один и тот же: контакты, покупки, сведения',
      fields: {
        from: 'канал, который исчезнет: ID на платформе или наш номер',
        into: 'канал, который останется: ID на платформе или наш номер',
      },
      done({ fromId, intoId, moved }, isDryRun) {
        if (moved === null) return `Канал ${fromId} уже присоединён к ${intoId}.`
        return [
          `Канал ${fromId} ${isDryRun ? 'был бы присоединён' : 'присоединён'} к ${intoId}. У него было:`,
          `  ${counted(moved.contacts, 'контакт', 'контакта', 'контактов')}, из них общих ${moved.contactsOfBoth}`,
          `  ${counted(moved.purchases, 'покупка', 'покупки', 'покупок')}, из них ${moved.purchasesOfBoth} у купивших оба`,
          `  ${counted(moved.days, 'день', 'дня', 'дней')} с числом подписчиков`,
        ].join('\n')
      },
    },
    'contacts suppress': {
      about: 'Убрать адрес навсегда, как мог бы его владелец',
      more: 'Адрес больше никому не виден, даже тем, кто за него заплатил, и никакой импорт его не вернёт. Отменить это нельзя.',
      fields: {},
      done(withheld, isDryRun) {
        if (withheld === null) return 'Адрес уже убран.'
        const { channels, channelsLeftWithout, purchases, owners, uses } = withheld
        return [
          isDryRun
            ? 'Адрес был бы убран для всех, и никакой импорт его бы не вернул.'
            : 'Адрес убран для всех, и никакой импорт его не вернёт.',
          `Каналов с ним: ${channels}, из них без другого: ${channelsLeftWithout}. Покупок без адреса: ${purchases}, людей: ${owners}.`,
          `Открытий за ${WARRANTY_DAYS} дней, которые ${isDryRun ? 'вернулись бы' : 'вернутся'}: ${uses}.`,
        ].join('\n')
      },
    },
    'contacts withhold': {
      about: 'Снять адрес с продажи, потому что такого ящика нет; купившие его видят',
      fields: {},
      done: ({ channels }, isDryRun) =>
        `Адрес ${isDryRun ? 'был бы снят' : 'снят'} с продажи. Каналов: ${channels}.`,
    },
    'contacts restore': {
      about: 'Снова продавать адрес, с которого возвращались письма; считаться будут только новые',
      fields: {},
      done: ({ channels, sold }, isDryRun) =>
        channels === 0
          ? 'Возвратов с этого адреса не отмечено.'
          : `Возвраты ${isDryRun ? 'отмечены' : 'забыты'}. Каналов: ${channels}, снова в продаже контактов: ${sold}.`,
    },
    'contacts forget': {
      about: 'Снять с продажи и удалить контакты по возрасту сейчас, как каждую ночь',
      fields: { reason: 'почему сейчас — для журнала изменений' },
      done: ({ offSale, onSale, deleted }, isDryRun) =>
        `${isDryRun ? 'Было бы снято' : 'Снято'} с продажи: ${offSale}, возвращено: ${onSale}, удалено: ${deleted}.`,
    },
    'contacts sources': {
      about: 'Показать, откуда контакты и сколько писем вернулось, или выключить источник',
      more: 'Источник — это сайт, где нашли адрес, или вид источника, если страницы нет.',
      fields: {
        limit: 'сколько источников',
        off: 'не продавать и не импортировать контакты этого источника, пока его не включат',
        on: 'снова продавать его контакты',
        reason: 'почему он переключён — для журнала изменений',
      },
      done({ sources, switched }, isDryRun) {
        if (switched === null) {
          const head = ['источник', 'контакты', 'в продаже', 'открытия', 'возвраты', 'возражения', '']
          return sources === null || sources.length === 0
            ? 'Ничего нет.'
            : table([head, ...sources.map((source) => [...sourceFacts(source), source.isOff ? 'выкл.' : ''])])
        }
        const { isOff, isChanged, contacts, channels } = switched
        const state = isOff ? 'выключен' : 'включён'
        if (!isChanged) return `Источник уже ${state}.`
        return `Источник ${isDryRun ? 'был бы ' : ''}${state}.
${isOff ? 'Снято с продажи' : 'Возвращено в продажу'} контактов: ${contacts}, каналов без другого: ${channels}.`
      },
    },
    'invoices list': {
      about: 'Показать 200 новых счетов; по умолчанию те, что ждут перевода',
      fields: { state: 'в этом состоянии' },
      none: 'Таких счетов нет.',
      done: (invoices) => lines(invoices.map(invoiceFacts)),
    },
    'invoices confirm': {
      about: 'Зачислить счёт, перевод по которому пришёл',
      more: 'Открытия зачисляются один раз, сколько бы раз ни повторять команду. Перевод может прийти и после срока счёта. Покупатель получит письмо с документом.',
      fields: {
        number: 'как на самом счёте',
        amount: 'сколько пришло; должно совпадать с суммой счёта',
        reason: 'например, номер и дата платёжного поручения',
      },
      done: ({ invoice, uses, isChanged, isLate }) =>
        isChanged
          ? `Счёт ${invoice.number}: открытия (${uses}) зачислены владельцу ${invoice.holderId}${isLate ? ' по цене счёта, хотя его срок истёк' : ''}.`
          : `Счёт ${invoice.number} подтверждён раньше; ничего не изменилось.`,
    },
    'invoices cancel': {
      about: 'Отменить счёт, который не оплатят',
      fields: { number: 'как на самом счёте' },
      done: ({ invoice, isChanged }) =>
        `Счёт ${invoice.number} ${isChanged ? 'отменён' : 'отменён раньше; ничего не изменилось'}.`,
    },
    'payments list': {
      about: 'Показать платежи, последние сверху',
      fields: {
        state: 'только в этом состоянии',
        refund: 'только с возвратом в этом состоянии',
        person: 'только этого человека',
        uncredited: 'только те, деньги за которые у провайдера, а открытия не выданы',
        paid: 'только те, деньги за которые пришли, в том числе возвращённые',
        unreceipted: 'только те, чек по которым не пробит',
      },
      done: listed,
    },
    'payments refunds': {
      about: 'Показать возвраты, последние сверху',
      fields: { state: 'только в этом состоянии' },
      done: listed,
    },
    'payments show': {
      about: 'Показать платёж и что с ним было',
      fields: { id: 'идентификатор платежа, как в списке' },
      done: detailed,
    },
    'payments document': {
      about: 'Составить документ об оплате или счёт',
      fields: { id: 'идентификатор платежа, как в списке', language: 'язык документа' },
      done: ({ name, content }) => `${name} (PDF в Base64):\n${content}`,
    },
    'payments settle': {
      about: 'Спросить провайдера о платеже и сделать, что следует: выдать открытия, отменить или ничего',
      fields: { id: 'идентификатор платежа, как в списке' },
      done: ({ state }) => `Состояние платежа: ${state}.`,
    },
    'payments refund': {
      about: 'Вернуть деньги за непотраченное, если ошиблись мы',
      more: 'Возвращается доля цены за непотраченное, у подписки — за сегодня и дальше. Открытия отзываются сразу. Повтор продолжает тот же возврат; дважды деньги не вернутся.',
      fields: {
        id: 'идентификатор платежа, как в списке',
        cause: 'вид причины',
        reason: 'почему; останется при возврате',
      },
      done: refunded,
    },
    'promocodes add': {
      about: 'Создать промокод',
      more: 'Человек может активировать код один раз. Создать тот же код второй раз нельзя.',
      fields: {
        code: 'от 3 до 30 латинских букв, цифр и дефисов; регистр не важен',
        uses: 'сколько открытий он даёт',
        limit: 'сколько человек могут его активировать; по умолчанию — сколько угодно',
        until: 'последний день по Москве, ГГГГ-ММ-ДД; по умолчанию — бессрочно',
      },
      done: ({ code, uses }) => `Промокод ${code}: открытий — ${uses}.`,
    },
    'promocodes list': {
      about: 'Показать все промокоды, новые сверху',
      fields: {},
      none: 'Промокодов нет.',
      done: (promocodes) =>
        table(
          promocodes.map(({ code, uses, activated, places, lastDate, state }) => [
            code,
            `открытий: ${uses}`,
            `${activated} из ${places ?? 'скольких угодно'}`,
            lastDate ?? 'бессрочно',
            PROMOCODE_STATES[state],
          ]),
        ),
    },
    'promocodes end': {
      about: 'Остановить промокод: больше никто его не активирует; выданное остаётся',
      fields: { code: 'промокод' },
      done: ({ code, isChanged }) => `Промокод ${code} ${isChanged ? 'остановлен' : 'уже остановлен'}.`,
    },
    'sponsors add': {
      about: 'Назвать спонсора, который на это согласен',
      fields: {
        name: 'имя, как его показывать',
        agreed: 'спонсор согласен; без этого никого не называем',
        url: 'куда ведёт имя',
        contribution: 'определяет порядок; не показывается',
      },
      done: ({ name }) => `${name} в списке.`,
    },
    'sponsors remove': {
      about: 'Убрать спонсора со страницы',
      fields: { name: 'имя, как в списке' },
      done: ({ name }) => `${name} больше не в списке.`,
    },
    'sponsors list': {
      about: 'Показать всех спонсоров по порядку',
      fields: {},
      none: 'В списке никого нет.',
      done: (sponsors) =>
        lines(
          sponsors.map(({ name, url, contribution, agreedAt }) => [
            name,
            url ?? '—',
            `${contribution} ₽`,
            `согласие ${agreedAt.toISOString().slice(0, 10)}`,
          ]),
        ),
    },
    'reports list': {
      about: 'Показать жалобы, которые ждут решения, старые сверху',
      fields: {},
      done: (reports) => lines(reports.map(reportFacts)),
    },
    'reports show': {
      about: 'Показать жалобу с ответом почтового сервера; в нём могут быть адреса',
      fields: {},
      done: (report) => `${lines([reportFacts(report)])}\n${report.evidence ?? 'Ничего не вставлено.'}`,
    },
    'reports decide': {
      about: 'Вернуть открытие за контакт или отказать; покупатель получит письмо',
      fields: {
        decision: 'credit — вернуть, refuse — отказать',
        reason: 'почему — для журнала; покупатель этого не увидит',
      },
      done: ({ outcome }) => DECISIONS[outcome],
    },
    'requests list': {
      about: 'Показать обращения без ответа, срочные сверху',
      fields: {},
      done: (requests) => lines(requests.map(requestFacts)),
    },
    'requests show': {
      about: 'Показать обращение, его слова и адрес, с которого спросили',
      fields: {},
      done: (request) => `${lines([requestFacts(request)])}от ${request.address}\n\n${request.text}`,
    },
    'requests add': {
      about: 'Записать обращение, которое пришло по почте, со сроком ответа',
      fields: {
        address: 'адрес почты, о котором оно',
        kind: 'о чём оно',
        received: 'день по Москве, когда оно пришло, ГГГГ-ММ-ДД',
        text: 'файл с его текстом, не длиннее 2000 знаков',
        language: 'язык ответа',
      },
      done: ({ id }) => `Записано как обращение ${id}.`,
    },
    'requests answer': {
      about: 'Ответить на обращение письмом на адрес, с которого спросили',
      fields: {
        text: 'файл с ответом; абзацы разделяет пустая строка',
        elsewhere: 'ответили иначе: только отметить это',
        reason: 'заметка для журнала изменений',
      },
      done: ({ isChanged }) =>
        isChanged ? 'Ответ отправлен или отмечен.' : 'На это уже ответили; ничего не отправлено.',
    },
    'reviews list': {
      about: 'Показать отзывы, новые сверху',
      fields: { all: 'и скрытые', limit: 'сколько, от 1 до 1000' },
      done: (reviews) =>
        reviews
          .map(({ id, mark, text, writtenAt, isHidden, username }) => {
            const head = [`№ ${id}`, `${mark} из 5`, writtenAt.toISOString().slice(0, 10)]
            const facts = [...head, username ?? 'аккаунт удалён', ...(isHidden ? ['скрыт'] : [])]
            return `${facts.join('  ')}\n  ${text.replaceAll(/\r\n?|\n/g, '\n  ')}\n`
          })
          .join('\n'),
    },
    'reviews hide': {
      about: 'Скрыть отзыв; он появится снова, когда автор его перепишет',
      fields: { number: 'его номер в списке отзывов', off: 'снова показать' },
      done: ({ id, isHidden, isChanged }) =>
        `Отзыв ${id} ${isChanged ? '' : 'уже '}${isHidden ? 'скрыт' : 'показан'}.`,
    },
    'operators list': {
      about: 'Показать, кто управляет сервисом и в какой роли',
      fields: {},
      none: 'Пока никто не назначен.',
      done: (operators) =>
        table(
          operators.map(({ id, username, role, addedAt, hasSecondFactor }) => [
            String(id),
            username,
            role,
            addedAt.toISOString().slice(0, 10),
            hasSecondFactor ? '' : 'без второго фактора',
          ]),
        ),
    },
    'settings list': {
      about: 'Показать действующие настройки и откуда взята каждая',
      more: 'О секрете видно только, задан ли он. Файл — тот, что назван в переменной с окончанием _FILE.',
      fields: {},
      done: (settings) =>
        lines(
          settings.map(({ setting, value, source }) => [
            `${setting}=${value}`,
            `(${SETTING_SOURCES[source]})`,
          ]),
        ),
    },
    'legal list': {
      about: 'Показать версии юридических текстов и сколько людей узнали о новых условиях',
      more: 'При регистрации человек видит условия того дня; о следующих мы сообщаем после входа.',
      fields: {},
      done: (versions) =>
        table(
          versions.map(({ document, appliesFrom, status, told, people }) => [
            document,
            appliesFrom,
            LEGAL_STATES[status],
            told === null ? '' : `знают ${told} из ${people}`,
          ]),
        ),
    },
    'announcement show': {
      about: 'Показать, что объявлено на всех страницах',
      fields: {},
      none: 'Ничего не объявлено.',
      done: (notices) =>
        lines(
          notices.map(({ kind, level, en, ru, endsAt }) => [
            kind,
            level,
            endsAt === null ? 'пока не уберут' : `до ${endsAt.toISOString()}`,
            ru,
            en,
          ]),
        ),
    },
    'announcement set': {
      about: 'Показать строку над всеми страницами вместо прежней',
      more: 'Люди увидят её, когда откроют следующую страницу, и смогут закрыть.',
      fields: {
        en: 'текст на английском, до 200 знаков',
        ru: 'текст на русском, до 200 знаков',
        level: 'info (сведения) или warning (предупреждение)',
        until: 'последний день показа по Москве, ГГГГ-ММ-ДД',
      },
      done: ({ isChanged }) => (isChanged ? 'Объявлено.' : 'Это уже объявлено.'),
    },
    'announcement clear': {
      about: 'Убрать объявление',
      fields: {},
      done: ({ isChanged }) => (isChanged ? 'Объявление убрано.' : 'Объявления не было.'),
    },
    'maintenance on': {
      about: 'Приостановить всё, что люди тратят, оплачивают и меняют',
      more: `Действует на всех серверах и после перезапуска. Когда команда ответила, ни одно начатое раньше открытие, ни один
заказ и ни одна правка карточки уже не запишутся; то, что не касается открытий, например новый пароль, — ещё две секунды.
Поиск, чтение, вход и команды работают, задания тоже: оплаченное зачисляется.`,
      fields: { reason: 'зачем, для журнала' },
      done: ({ isChanged }) => (isChanged ? 'Технические работы начаты.' : 'Технические работы уже идут.'),
    },
    'maintenance off': {
      about: 'Закончить технические работы',
      fields: {},
      done: ({ isChanged }) => (isChanged ? 'Технические работы закончены.' : 'Технических работ не было.'),
    },
    'votes list': {
      about: 'Показать, сколько спонсоров проголосовало за каждую функцию',
      fields: {},
      done: (features) => table(features.map(({ feature, votes }) => [feature, String(votes)])),
    },
    'users operator': {
      about: 'Дать человеку роль в управлении сервисом или забрать её',
      more: 'Каждая роль включает права предыдущих: viewer, support, operator, owner. В командной строке роль не нужна.',
      fields: { role: 'роль; none забирает её' },
      done: ({ id, role, isChanged }) =>
        role === null
          ? `У человека ${id} ${isChanged ? 'больше нет роли' : 'и не было роли'}.`
          : `У человека ${id} ${isChanged ? 'теперь' : 'уже'} роль ${role}.`,
    },
    'users view': {
      about: 'Увидеть то, что видит человек на своих страницах, без контактов; ему придёт письмо',
      more: 'Изменить там ничего нельзя. Из каждого списка показаны 100 новых записей.',
      fields: {},
      done: ({ id, uses, purchases, cards, followed }) =>
        [
          `Вы видите то, что видит человек ${id}; ему отправлено письмо.\nОткрытия: ${uses}`,
          `Покупки: ${purchases.length}\n${table(purchases.map(({ number, channel, boughtAt }) => [String(number), channel, boughtAt.toISOString().slice(0, 10)]))}`,
          `Карточки: ${cards.length}\n${table(cards.map(({ channel, stage, tags, nextStepOn }) => [channel, stage, tags.join(', '), nextStepOn ?? '']))}`,
          `Ролики под наблюдением: ${followed.length}\n${table(followed.map(({ video, since, advertisedOn }) => [video, since.toISOString().slice(0, 10), advertisedOn ?? '']))}`,
        ].join('\n\n'),
    },
    'audit list': {
      about: 'Показать записи журнала, новые сверху',
      more: `Виды: ${SUBJECT_KINDS.join(', ')}. Адресов в записях нет: их находят по хешу и по номеру человека, так же и источник. Записи не удаляются.`,
      fields: {
        subject: 'вид и номер, например person:17, или адрес почты',
        since: 'только с этого дня по Москве, ГГГГ-ММ-ДД',
        after: 'только записи до этого номера',
      },
      done: (entries) => entries.map(auditLines).join('\n'),
    },
  },
}
