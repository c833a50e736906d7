/** What the site uses of Eleventy, which brings no types. */
declare module '@11ty/eleventy' {
  import type { MarkdownIt } from './markdown.ts'

  interface PageOfEleventy {
    readonly inputPath: string
  }
  export interface EleventyConfig {
    addTemplate(virtualPath: string, content: string): void
    addGlobalData(name: string, value: unknown): void
    amendLibrary(language: 'md', change: (markdown: MarkdownIt) => void): void
    addTransform(
      name: string,
      transform: (this: { readonly page: PageOfEleventy }, content: string) => string,
    ): void
    setTemplateFormats(formats: readonly string[]): void
  }
  interface Options {
    readonly quietMode?: boolean
    readonly configPath?: string | false
    readonly config?: (config: EleventyConfig) => void
  }
  export class Eleventy {
    constructor(input: string, output: string, options?: Options)
    write(): Promise<unknown>
  }
}
