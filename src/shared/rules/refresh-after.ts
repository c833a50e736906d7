/** What is told is asked for anew when it is so old, well within the 30 days of the platform's terms. */
const MOST_DAYS = 20

/**
 * After how many days what the platform told is asked for anew, so that days of outage are left before it has to be deleted:
 * a quarter of the retention.
 * @param retentionDays 2 at least
 */
export function refreshAfterDays(retentionDays: number): number {
  return Math.min(MOST_DAYS, retentionDays - Math.ceil(retentionDays / 4))
}
