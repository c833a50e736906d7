// What stands above every page while something is announced.

export const announcement = 'Announcement'
export const maintenance = 'Maintenance'
export const maintenanceLine =
  'We are working on the service. You can search and read everything you bought; buying and changes will be back soon, and nothing is lost.'
export const close = 'Close'
