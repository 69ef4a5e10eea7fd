/** What every process of a test is given: the search path, and the folder of compiled modules, with which it starts in half the time. */
export const PROCESS_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
