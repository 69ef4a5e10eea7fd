import { parse } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compileMessages } from './build/compile-messages.ts'
import { compressAssets } from './build/compress-assets.ts'
import { EXTENSION_PAGES, extensionPages } from './build/extension-pages.ts'
import { guidePages } from './build/guide-pages.ts'
import { preloadLogin } from './build/preload-login.ts'
import { preloadTexts } from './build/preload-texts.ts'
import { refuseChunkCircles } from './build/refuse-chunk-circles.ts'
import { worldArchive } from './build/world-archive.ts'

const server = process.env['FIELDWATCH_SERVER'] ?? 'http://localhost:8080'

/**
 * What goes into one file: an address needs ten to forty of them instead of the eighty that come of splitting wherever two pages
 * share something. The first group that wants a module and all that it imports gets it.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // What every page starts with; `main.tsx` alone acts when it is loaded, and small pages share nothing, those of extensions neither.
  {
    name: 'app',
    tags: ['$initial'],
    test: (id) => !/\/main\.tsx?$|\/src\/(?:calibration|visit)\/|\/extensions\/|\.html$/.test(id),
    priority: 4,
  },
  // The one page of those who are not signed in yet: it must not wait for anything else.
  { name: 'login', test: /\/features\/sign-in\/login-page\.tsx$/, priority: 3 },
  // What surrounds every page behind the sign-in. Parts that are loaded later are declared while files that need one another load, so
  // what declares them must be there before.
  { name: 'shell', test: /\/features\/(shell|unit)\/|\/platform\/parts\//, priority: 2 },
  { name: 'widgets', test: /\/node_modules\//, minShareCount: 4, priority: 1 },
  // Files of modules that the same pages need. Put together with others they would import one another in circles, and the list of units
  // would wait for half as much again.
  { name: 'part', minShareCount: 2, entriesAware: true },
]

/** Without the names of all pages that share a part. */
function shortened(name: string): string {
  return name.split('~')[0] ?? name
}

export default defineConfig({
  plugins: [
    react(),
    extensionPages(),
    compileMessages(),
    worldArchive(),
    preloadLogin(),
    preloadTexts(),
    refuseChunkCircles(),
    guidePages(),
    compressAssets(),
  ],
  server: { proxy: { '/api': server, '/.well-known': server } },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1500,
    modulePreload: { polyfill: false },
    // The app, and the small pages of our own that open in a frame.
    rolldownOptions: {
      input: ['index.html', 'page_blth_app/index.html', 'drawing/index.html', ...EXTENSION_PAGES.keys()],
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: ({ name }) => `assets/${shortened(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortened(parse(name).name)}-[hash][extname]`,
      },
    },
  },
  worker: { format: 'es' },
})
