import type { CommandOutput } from '../../api/commands.ts'
import { type CommandTexts, record, table } from '../command-texts.ts'
import { plural, quoted } from '../messages.ts'

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

const refunded = ({ amount, uses, state }: CommandOutput<'payments refund'>) =>
  `${roubles(amount)} ₽ за открытия (${uses}), состояние возврата: ${state}.`

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

const emailLanguage = 'язык письма; по умолчанию — последнего платежа, иначе английский'

/** Что операторы читают и пишут в командной строке. */
export const commands: CommandTexts = {
  groups: {
    users: 'Находить людей, выдавать открытия, завершать сеансы, блокировать, закрывать аккаунты',
    channels: 'Скрывать, исправлять и объединять каналы',
    payments: 'Показывать платежи, проверять их и возвращать деньги',
    promocodes: 'Создавать, показывать и останавливать промокоды',
    sponsors: 'Решать, кто назван на странице спонсоров',
    reviews: 'Читать отзывы и скрывать те, которым не место на сайте',
  },
  fields: {
    reason: 'почему — для журнала изменений',
    dryRun: 'только показать, что изменилось бы',
    json: 'в JSON, для программ',
    channel: 'ID канала на его платформе или наш номер',
    who: 'адрес почты или номер человека',
    limit: 'сколько',
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
    person: () => 'Человек — это номер, как в списке.',
    roubles: () => 'Нужно целое число рублей.',
  },
  bounds: {
    number: (max) => `Нужно целое число от 1 до ${max}.`,
    length: (max) => `Нужно от 1 до ${max} знаков.`,
    choice: (values) => `Можно выбрать: ${values}.`,
  },
  refusals: {
    wrong_field: ({ field, problem }) => `${field}: ${commands.problems[problem](field)}`,
    import_running: () => 'Идёт запись импорта: ничего не изменено. Повторите, когда он закончится.',
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
    grant_key_used: ({ key }) => `Ключ ${quoted(key)} уже использован для другой выдачи этому человеку.`,
    promocode_taken: ({ code }) => `Промокод ${code} уже есть или был.`,
    no_such_promocode: ({ code }) => `Промокода ${code} нет.`,
    until_is_past: () => 'Последний день не может быть раньше сегодняшнего по Москве.',
    sponsor_listed: ({ name }) => `${name} уже в списке.`,
    sponsor_not_listed: ({ name }) => `${name} в списке нет.`,
    no_such_review: () => 'Такого отзыва нет.',
    no_such_payment: () => 'Такого платежа нет.',
    not_paid: () => 'Ничего не заплачено, возвращать нечего.',
    nothing_left: () => 'Всё потрачено, возвращать нечего.',
    refunded_before: () => 'Деньги уже возвращены.',
    refund_other_first: ({ id }) =>
      `Следом идут дни более поздней подписки, а дни возвращают с конца: сначала верните ${id}.`,
    refund_canceled: (refund) =>
      `${refunded({ ...refund, state: 'canceled' })} Деньги не вернулись, открытия остаются отозванными: повторите команду.`,
    no_provider_answer: ({ answer, isRefund }) =>
      isRefund
        ? `${answer}. Открытия отозваны, возврат записан; сервер закончит его сам.`
        : `${answer}. Ничего не решено; сервер спросит снова сам.`,
  },
  none: 'Ничего нет.',
  commands: {
    'users find': {
      about: 'Показать человека: номер, адрес, имя, открытия, покупки, сеансы',
      fields: {},
      done: ({ security, ...person }) =>
        record([...factsOf(person), ['в журнале', `person ${security.person}, address ${security.address}`]]),
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
    'payments list': {
      about: 'Показать 50 новых платежей',
      fields: {
        state: 'только в этом состоянии',
        refund: 'только с возвратом в этом состоянии',
        person: 'только этого человека',
        uncredited: 'только те, деньги за которые у провайдера, а открытия не выданы',
      },
      done: (payments) =>
        table(
          payments.map(({ id, createdAt, personId, packageId, amount, state, refund, refundCanceled }) => [
            id,
            createdAt.toISOString(),
            `человек ${personId}`,
            `пакет ${packageId}`,
            roubles(amount).padStart(8),
            `${state}${refund === null ? '' : `  возврат ${refund}`}${refundCanceled === null ? '' : ` (${refundCanceled})`}`,
          ]),
        ),
    },
    'payments settle': {
      about: 'Спросить провайдера о платеже и сделать, что следует: выдать открытия, отменить или ничего',
      fields: { id: 'идентификатор платежа, как в списке' },
      done: ({ state }) => `Состояние платежа: ${state}.`,
    },
    'payments refund': {
      about: 'Вернуть деньги за непотраченное, если ошиблись мы',
      more: 'Возвращается доля цены за непотраченное, у подписки — за сегодня и дальше. Открытия отзываются сразу. Повтор продолжает тот же возврат; дважды деньги не вернутся.',
      fields: { id: 'идентификатор платежа, как в списке', reason: 'почему; останется при возврате' },
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
        table(
          sponsors.map(({ name, url, contribution, agreedAt }) => [
            name,
            url ?? '—',
            `${contribution} ₽`,
            `согласие ${agreedAt.toISOString().slice(0, 10)}`,
          ]),
        ),
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
  },
}
