export const ownClosingsPath = '/dashboard/my-closings';
export const ownClosingPath = (id: string) => `${ownClosingsPath}/${id}`;
export const reportPath = `${ownClosingsPath}/new`;
export const yearPath = (year: number | string) => `${ownClosingsPath}/year/${year}`;
export const officeClosingsPath = '/dashboard/admin/closings';
export const officeClosingPath = (id: string) => `${officeClosingsPath}/${id}`;
export const closingInsightsPath = '/dashboard/insights/closings';
