import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

// npm sets `production` for all that it runs, because it installs no tools unless asked. The React of production has nothing for tests.
process.env['NODE_ENV'] = 'test'

/** Apart from what builds: that goes without what only tests need. */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      // On two cores it would leave one idle.
      maxWorkers: 2,
      // Files of a process share what they import: loading it again for each takes twice as long for screens, and five times for the others.
      // A screen has its own window per file. What a test changes for all, such as the time zone, it puts back.
      isolate: false,
      projects: [
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            include: ['src/**/*.test.ts', 'build/**/*.test.ts', '../extensions/*/web/**/*.test.ts'],
            setupFiles: ['src/testing/give-english.ts'],
            // Properties take a second or two, and several times that on a busy machine.
            testTimeout: 30_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'screens',
            environment: 'jsdom',
            include: ['src/**/*.test.tsx', '../extensions/*/web/**/*.test.tsx'],
            setupFiles: ['src/testing/give-english.ts', 'src/testing/set-up.ts'],
            css: false,
            // As long as a query waits: a busy machine takes more than a second for a large form.
            expect: { poll: { timeout: 20_000 } },
            // A query waits up to twenty seconds, and a test has several.
            testTimeout: 60_000,
          },
        },
      ],
    },
  }),
)
