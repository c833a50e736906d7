import { z } from 'zod'
import { type Command, givenTo } from './command.ts'
import { type CommandKey, type CommandOf, commands, type CommandOutput } from './commands.ts'
import type { Endpoint } from './endpoint.ts'

/** The endpoint of an operator's command. */
export type EndpointOfCommand<K extends CommandKey> = K extends `${infer Group} ${infer Name}`
  ? `${CommandOf<K> extends { readonly changesNothing: true } ? 'GET' : 'POST'} /operator/${Group}/${Name}`
  : never

/** A value as JSON brings it. */
export type OnWire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? OnWire<Item>[]
    : T extends object
      ? { [Name in keyof T]: OnWire<T[Name]> }
      : T

const refused = z.object({
  /** The sentence of the refusal, in the language of the request. */
  said: z.string(),
  /** Its code, as the command's entry declares it. */
  refusal: z.string(),
})

interface CommandEndpoint<Output> {
  readonly who: 'operator'
  readonly atLeast: Command['atLeast']
  readonly limits: readonly []
  readonly summary: string
  readonly query?: z.ZodType<Readonly<Record<string, unknown>>>
  readonly body?: z.ZodType<Readonly<Record<string, unknown>>>
  readonly data: z.ZodType<{ readonly output: OnWire<Output>; readonly said: string }>
  readonly refusalExtras: typeof refused
  readonly errors: readonly ['command_refused']
}

type CommandEndpoints = {
  readonly [K in CommandKey as EndpointOfCommand<K>]: CommandEndpoint<CommandOutput<K>>
}

export function endpointOfCommand<K extends CommandKey>(key: K): EndpointOfCommand<K> {
  const method = commands[key].changesNothing === true ? 'GET' : 'POST'
  return `${method} /operator/${key.replace(' ', '/')}` as EndpointOfCommand<K>
}

/** Every command as an endpoint of the console: what it is given is the body, or the query where it changes nothing. */
export const commandEndpoints = Object.fromEntries(
  (Object.keys(commands) as CommandKey[]).map((key) => [endpointOfCommand(key), derive(key, commands[key])]),
) as unknown as CommandEndpoints

function derive(key: CommandKey, entry: Command): Endpoint {
  const given = givenTo(entry)
  return {
    who: 'operator',
    atLeast: entry.atLeast,
    limits: [],
    summary: `The command \`${key}\``,
    ...(entry.changesNothing === true
      ? Object.keys(given.shape).length > 0 && { query: z.preprocess(readQuery(given), given) }
      : { body: entry.dryRun === true ? given.extend({ isDryRun: z.boolean().default(false) }) : given }),
    data: z.object({ output: onWire(entry.output), said: z.string() }),
    refusalExtras: refused,
    errors: ['command_refused'],
  }
}

/** Parameters of a URL are texts; this makes them what their schemas take. */
function readQuery(given: z.ZodObject) {
  const { properties = {} } = z.toJSONSchema(given, { io: 'input' })
  return (query: unknown) =>
    Object.fromEntries(
      Object.entries(query as Readonly<Record<string, unknown>>).map(([name, text]) => {
        const { type } = (properties[name] ?? {}) as { readonly type?: string }
        if (type === 'integer' && /^\d{1,15}$/.test(String(text))) return [name, Number(text)]
        if (type === 'boolean' && (text === 'true' || text === 'false')) return [name, text === 'true']
        return [name, text]
      }),
    )
}

/** The schema of what JSON makes of a value: dates become texts. */
function onWire(schema: z.core.$ZodType): z.ZodType {
  const { def } = schema._zod as { readonly def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'date':
      return z.iso.datetime()
    case 'array':
      return z.array(onWire(def.element))
    case 'nullable':
      return onWire(def.innerType).nullable()
    case 'optional':
      return onWire(def.innerType).optional()
    case 'object':
      return z.object(
        Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, onWire(field)])),
      )
    default:
      return schema as z.ZodType
  }
}
