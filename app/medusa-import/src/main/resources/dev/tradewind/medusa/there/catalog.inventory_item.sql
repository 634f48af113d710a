SELECT s FROM inventory_item AS s;
