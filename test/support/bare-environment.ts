/** What a process needs of the environment to run at all, and to start quickly; no setting of the machine is among it. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
