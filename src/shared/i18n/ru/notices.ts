// What stands above every page while something is announced.

export const announcement = 'Объявление'
export const maintenance = 'Технические работы'
export const maintenanceLine =
  'Идут технические работы. Искать и\u00a0смотреть купленное можно; покупки и\u00a0изменения скоро вернутся, и\u00a0ничего не\u00a0пропадёт.'
export const close = 'Закрыть'
