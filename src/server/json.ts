/**
 * A value as JSON text, which answers carry as it is: PostgreSQL wrote it, or `jsonObject` did. Only statements whose rows
 * are typed make one themselves.
 */
export class Json<T> {
  declare readonly type: T
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  read(): T {
    return JSON.parse(this.text)
  }
}

/** An object's JSON text; members may be JSON text already, and undefined ones are left out. */
export function jsonObject<T extends object>(
  members: { readonly [K in keyof T]: T[K] | Json<T[K]> },
): Json<T> {
  const written = Object.entries<unknown>(members).flatMap(([key, value]) => {
    const text = value instanceof Json ? value.text : JSON.stringify(value)
    return text === undefined ? [] : `${JSON.stringify(key)}:${text}`
  })
  return new Json(`{${written.join(',')}}`)
}
