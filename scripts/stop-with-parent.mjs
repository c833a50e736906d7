// Preloaded into a supervised server: when the supervisor dies without a word, its end of the channel closes.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
