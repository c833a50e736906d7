import type { RequestKind } from '../../rules/creators.ts'

/** Answers to creators' requests, which operators edit before they are sent; greeting and signature are the email's. */
export const preparedAnswers = {
  copy: `Everything that we keep about your address is on the page that opens with a link from our email: the channels with which it is listed, where and when we found it, what you told us, and roughly how often it was sold. You can request a new link on the page for creators at any time.

If you want more than this page shows, reply to this email.`,
  source: `For each channel, the page that opens with a link from our email says where we found your address and when we last saw it there. We collect only addresses that are published for business enquiries. You can request a new link on the page for creators at any time.

If you do not want us to list your address, you can remove it on the same page. That takes effect at once and for good.`,
  correction: `Thank you for telling us. We have corrected what you named, and later imports will not change it back.

You can also confirm your address, give another one, or pause offers yourself, on the page that opens with a link from our email.`,
  complaint: `We are sorry that you received an offer you did not want. We do not send offers: buyers see your address and write to you themselves, under terms that forbid mass mailings.

You can say which subjects you do not advertise, pause offers, or remove your address, on the page that opens with a link from our email. If you forward us the offer, we will look into the sender’s account.`,
  other: `Thank you for your message.

`,
} satisfies Record<RequestKind, string>
