import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { readConfig } from './src/server/config/config.ts'
import { commonPasswords } from './src/web/build/common-passwords.ts'
import { drawnCharts } from './src/web/build/drawn-charts.ts'
import { SCRIPT_GROUPS } from './src/web/build/script-files.ts'

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

/** Writes into the page what the server writes, for pages that come from Vite. */
const pageValues: Plugin = {
  name: 'page-values',
  apply: 'serve',
  transformIndexHtml(html) {
    const { clientKey, publicUrl } = readConfig(process.env)
    return html.replaceAll('%API_KEY%', clientKey).replaceAll('%PUBLIC_URL%', publicUrl)
  },
}

/** The web. `npm run dev` serves it from source and passes everything else on to the running server. */
export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react(), pageValues, drawnCharts, commonPasswords],
  build: {
    target: 'baseline-widely-available',
    // Inlined images would be refused by nothing, but they cannot be cached apart from the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: SCRIPT_GROUPS } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs', '/llms.txt', '/thumbnails'].map((prefix) => [prefix, SERVER]),
    ),
  },
})
