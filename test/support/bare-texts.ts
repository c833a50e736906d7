import { type Dirent, readdirSync } from 'node:fs'
import path from 'node:path'
import type { JsxElement, JsxFragment, Node, SignatureDeclaration } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'
import { ROOT } from './project-files.ts'

const { StringLike, NumberLike, BigIntLike, Any, Unknown, TypeParameter } = TypeFlags
const TEXT = StringLike | NumberLike | BigIntLike | Any | Unknown | TypeParameter
/** Components of packages that put what they contain into an element of theirs. */
const WRAPPING = new Set(['Link'])

/**
 * Finds the texts of React components that have no element of their own: those beside something else, in a fragment or a list,
 * and components that return a text.
 * @param example code to look at besides, and its made-up path in the folder of the web
 * @returns file, line and code of each
 */
export function findBareTexts(example: { readonly file: string; readonly code: string }): readonly string[] {
  const added = path.join(ROOT, example.file)
  const api = new API({
    cwd: ROOT,
    fs: {
      readFile: (file) => (file === added ? example.code : undefined),
      fileExists: (file) => (file === added ? true : undefined),
      getAccessibleEntries: (folder) => {
        if (folder !== path.dirname(added)) return undefined
        const entries = readdirSync(folder, { withFileTypes: true })
        const names = (isWanted: (entry: Dirent) => boolean) =>
          entries.filter(isWanted).map(({ name }) => name)
        return {
          files: [...names((entry) => entry.isFile()), path.basename(added)],
          directories: names((entry) => entry.isDirectory()),
        }
      },
    },
  })
  try {
    const [project] = api.updateSnapshot({ openProjects: ['tsconfig.web.json'] }).getProjects()
    if (project === undefined) throw new Error('The project of the web is not found')
    const { program, checker } = project
    return program
      .getSourceFileNames()
      .map((name) => ({ name, file: path.relative(ROOT, name) }))
      .filter(({ file }) => file.startsWith('src/web/'))
      .flatMap(({ name, file }) => {
        const source = program.getSourceFile(name)
        return source === undefined ? [] : bareTextsIn(source, file, checker)
      })
  } finally {
    api.close()
  }
}

function bareTextsIn(source: Node & { readonly text: string }, file: string, checker: Checker): string[] {
  const found: string[] = []
  const tell = (node: Node) => {
    const code = source.text.slice(node.pos, node.end)
    const line = source.text.slice(0, node.end - code.trimStart().length).split('\n').length
    found.push(`${file}:${line}: ${code.trim().replace(/\s+/g, ' ')}`)
  }

  const known = new Map<number, boolean>()
  const mayBeText = (type: Type | undefined): boolean => {
    if (type === undefined) return true
    const before = known.get(type.id)
    if (before !== undefined) return before
    // Types may contain themselves.
    known.set(type.id, false)
    const isText = type.isUnionType()
      ? type.getTypes().some(mayBeText)
      : (type.flags & TEXT) !== 0 || isListOfTexts(type)
    known.set(type.id, isText)
    return isText
  }
  const isListOfTexts = (type: Type): boolean => {
    if (type.isUnionType()) return type.getTypes().some(isListOfTexts)
    return (
      type.isTypeReference() &&
      checker.isArrayLikeType(type) &&
      checker.getTypeArguments(type).some(mayBeText)
    )
  }
  const returnsText = (node: Node) => {
    const signature = checker.getSignatureFromDeclaration(node)
    return signature !== undefined && mayBeText(checker.getReturnTypeOfSignature(signature))
  }

  /** Whether what an element contains stands where the element stands, as in a fragment or a context. */
  const isTransparent = (node: JsxElement | JsxFragment): boolean => {
    if (is.isJsxFragment(node)) return true
    const { tagName } = node.openingElement
    const type = checker.getTypeAtLocation(tagName)
    if (type === undefined || mayBeText(type)) return false
    if (is.isIdentifier(tagName) && (/^[a-z]/.test(tagName.text) || WRAPPING.has(tagName.text))) return false
    const signatures = checker.getSignaturesOfType(type, SignatureKind.Call)
    return (
      signatures.length === 0 ||
      signatures.some((signature) => mayBeText(checker.getReturnTypeOfSignature(signature)))
    )
  }

  const visit = (node: Node): void => {
    if (is.isJsxElement(node) || is.isJsxFragment(node)) {
      // Without the line breaks and comments between them, of which React sees nothing.
      const children = node.children.filter((child) =>
        is.isJsxText(child)
          ? child.text.trim() !== '' || !child.text.includes('\n')
          : !is.isJsxExpression(child) || child.expression !== undefined,
      )
      const isBare = children.length > 1 || isTransparent(node)
      for (const child of children) {
        if (is.isJsxText(child)) {
          if (isBare) tell(child)
        } else if (is.isJsxExpression(child) && child.expression !== undefined) {
          const type = checker.getTypeAtLocation(child.expression)
          if (isBare ? mayBeText(type) : type !== undefined && isListOfTexts(type)) tell(child)
        }
      }
    }
    const component = componentAt(node)
    if (component !== null && returnsText(component)) tell(component.name ?? node)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** The function of a component that a node declares, or the `render` of a class; null for anything else. */
function componentAt(node: Node): (SignatureDeclaration & { readonly name?: Node }) | null {
  const isComponent = (name: Node | undefined) =>
    name !== undefined && is.isIdentifier(name) && /^[A-Z]/.test(name.text)
  if (is.isFunctionDeclaration(node)) return isComponent(node.name) ? node : null
  if (is.isMethodDeclaration(node))
    return is.isIdentifier(node.name) && node.name.text === 'render' ? node : null
  if (!is.isVariableDeclaration(node) || !isComponent(node.name)) return null
  const { initializer } = node
  const isFunction =
    initializer !== undefined && (is.isArrowFunction(initializer) || is.isFunctionExpression(initializer))
  return isFunction ? initializer : null
}
