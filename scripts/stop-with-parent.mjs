// Preloaded into a supervised server: its end of the channel closes when the supervisor dies.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
