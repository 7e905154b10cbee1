export const compliancePath = '/dashboard/admin/compliance';
export const checksPath = `${compliancePath}/checks`;
export const filePath = (id: string) => `${compliancePath}/${id}`;
