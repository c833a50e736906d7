/** Welcome uses and the captcha's work count a whole IPv6 /48 as one network: one customer may have that much. */
export function siteOf(network: string): string {
  const [, site] = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network) ?? []
  return site === undefined ? network : `${site}::/48`
}

const SIGN_UPS_A_STEP = 2
const WORK_MAX = 10

/**
 * How much harder than usual a captcha is after a number of sign-ups within a day. The first two cost no more than usual;
 * twenty cost 110 times one.
 */
export function captchaWork(signUps: number): number {
  return Math.min(WORK_MAX, 1 + Math.floor(signUps / SIGN_UPS_A_STEP))
}
