/** What a process needs of the environment to run at all and to start quickly; contains none of the machine's settings. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
