import { expect, it } from 'vitest'
import { findBareTexts } from '#test/support/bare-texts.ts'

const file = 'src/web/Example.tsx'
const code = `
  import { createContext, Fragment, type ReactNode, Suspense } from 'react'
  import { Link } from 'react-router'
  interface Props { readonly text: string; readonly count: number; readonly isOpen: boolean; readonly children: ReactNode }
  const Context = createContext('')
  export function Fine({ text, count, isOpen, children }: Props) {
    const Heading = \`h\${count === 1 ? 1 : 2}\` as const
    return (
      <div>
        <p>{isOpen ? text : count}</p>
        <Heading>{text}</Heading>
        {/* a comment */}
        {isOpen && <b>{isOpen && text}</b>}
        {[text].map((part) => <i key={part}>{part}</i>)}
        <Link to="/">{children}</Link>
        <ul>{isOpen ? <li>{\`\${text}: \${count}\`}</li> : null}</ul>
      </div>
    )
  }
  export function Name({ text, isOpen }: Props) { return isOpen ? text : <b>{text}</b> } // bare
  export const Count = ({ count }: Props) => count // bare
  export class Boundary { render(): ReactNode { return null } } // bare
  export function Bare({ text, count, isOpen, children }: Props) {
    return (
      <div>
        <p>{isOpen && text}<br /></p>{/* bare */}
        <p><br />{text}</p>{/* bare */}
        <p><Name {...{ text, count, isOpen, children }} />: </p>{/* bare */}
        <p>{isOpen && <b>!</b>}{' '}</p>{/* bare */}
        <p>{[text, count]}</p>{/* bare */}
        <p>{[text].map((part) => <>{part}</>)}</p>{/* bare */}
        <Fragment>{text}</Fragment>{/* bare */}
        <Suspense>{children}</Suspense>{/* bare */}
        <Context value="">{text}</Context>{/* bare */}
        {children}{/* bare */}
      </div>
    )
  }`
const found = findBareTexts({ file, code })

it('every text of a page that may change, appear or go has an element of its own', () => {
  expect(found.filter((text) => !text.startsWith(`${file}:`))).toEqual([])
})

it('a text without one is found, whatever it is written as', () => {
  const bare = code
    .split('\n')
    .flatMap((line, index) => (line.includes('bare') ? [`${file}:${index + 1}`] : []))
  expect(bare).toHaveLength(13)
  const here = found.map((text) => text.split(': ')[0] ?? '').filter((place) => place.startsWith(`${file}:`))
  expect(here.toSorted()).toEqual(bare)
})
