import type { RequestKind } from '../../rules/creators.ts'

/** Answers to creators' requests, which operators edit before they are sent; greeting and signature are the email's. */
export const preparedAnswers = {
  copy: `The page that opens with a link from our email shows what we keep about your address: the channels with which it is listed, where we found it and when we saw it there, what you told us, and roughly how many people bought it. You can request a new link on the page for creators.

If you want more than this page shows, reply to this email.`,
  source: `For each channel, the page that opens with a link from our email says where we found your address and when we last saw it there. We list only addresses that were published for business or given to us by the creator. You can request a new link on the page for creators.

If you do not want us to list your address, you can remove it on the same page. That takes effect at once and for good.`,
  correction: `Thank you for telling us. We have corrected what you named.

You can also confirm your address, give another one, or pause its sale yourself, on the page that opens with a link from our email.`,
  complaint: `We are sorry that you received an offer you did not want. We do not send offers: buyers see your address and write to you themselves, under terms that forbid mass mailings.

You can say which subjects you do not advertise, pause the sale of your address, or remove it, on the page that opens with a link from our email. Accounts that break the terms are blocked or closed. To help us find the account, reply with the offer that you received.`,
  other: `Thank you for your message.

`,
} satisfies Record<RequestKind, string>
