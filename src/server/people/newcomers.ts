/** Welcome gifts and the work of a captcha count a whole /48 of IPv6 as one: that is what one customer may have. */
export function siteOf(network: string): string {
  const [, site] = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network) ?? []
  return site === undefined ? network : `${site}::/48`
}

const SIGN_UPS_A_STEP = 2
const WORK_MAX = 10

/**
 * How many times the usual work a captcha costs where so many accounts were made within a day. Of the first two nobody
 * notices anything; twenty cost 110 times one.
 */
export function captchaWork(signUps: number): number {
  return Math.min(WORK_MAX, 1 + Math.floor(signUps / SIGN_UPS_A_STEP))
}
