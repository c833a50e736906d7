/** A seller with a bank: companies can pay by invoice. */
export const BANK = {
  SELLER_NAME: 'ООО «Каналы»',
  SELLER_INN: '7700000000',
  BANK_NAME: 'ПАО «Банк»',
  BANK_BIC: '044525225',
  BANK_ACCOUNT: '40702810200000000001',
  BANK_CORRESPONDENT_ACCOUNT: '30101810400000000225',
}
